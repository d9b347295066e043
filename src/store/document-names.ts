import {
  CHANGES_SEGMENT,
  type DocumentReference,
  FOLDERS,
  levelInFolder,
  PART_SEGMENT,
  RESERVED_SERVICE_NAMES,
  VERSION_MARK,
} from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import { schemaPartCount } from '../model/schema-parts.ts';
import type { DocumentationStore, Outline } from './contract.ts';

/** Version number without sign or leading zero, at least 1, so that every version has exactly one spelling. */
const VERSION = /^[1-9][0-9]{0,14}$/;

/** A version of an API, and the names of its documents. */
export interface ApiVersion {
  readonly api: string;
  readonly version: number;
  readonly outline: Outline;
}

/**
 * Finds documents by the names in their paths, in URLs as well as in commands (DESIGN §3). An API with exactly the
 * given name takes precedence over a name with a version.
 */
export class DocumentNames {
  readonly #catalogue: Pick<DocumentationStore, 'outline'>;
  readonly apis: ReadonlyMap<string, ApiListEntry>;

  constructor(catalogue: Pick<DocumentationStore, 'entries' | 'outline'>) {
    this.#catalogue = catalogue;
    this.apis = new Map(catalogue.entries().map((entry) => [entry.name, entry]));
  }

  /** @param names path segments below the root: `['Library-v2', 'Book']` */
  find([apiSegment = '', first, second, third, ...more]: readonly string[]): DocumentReference | undefined {
    if (first === CHANGES_SEGMENT && second === undefined) return this.#changes(apiSegment);
    const place = this.findVersion(apiSegment);
    if (place === undefined || more.length > 0) return undefined;
    const { api, version, outline } = place;
    if (third !== undefined)
      return first === FOLDERS.schema && second === PART_SEGMENT ? schemaPart(place, third) : undefined;
    if (first === undefined) return { level: 'api', api, version };
    if (second === undefined) {
      if (first === FOLDERS.schema) return { level: 'schema-index', api, version };
      return outline.services.has(first) && !RESERVED_SERVICE_NAMES.has(first)
        ? { level: 'service', api, version, name: first }
        : undefined;
    }
    const level = levelInFolder(first);
    return level !== undefined && outline[`${level}s`].has(second) ? { level, api, version, name: second } : undefined;
  }

  /** Finds a version by `Library-v2`, or by `Library` for the default version. */
  findVersion(segment: string): ApiVersion | undefined {
    const exact = this.apis.get(segment);
    if (exact !== undefined) return this.#inVersion(exact, exact.defaultVersion);
    const { api, version } = splitVersion(segment);
    const entry = this.apis.get(api);
    return entry !== undefined && version !== undefined && entry.versions.includes(version)
      ? this.#inVersion(entry, version)
      : undefined;
  }

  /** Finds the changes of a version. A path without a version refers to the newest version, not the default version. */
  #changes(segment: string): DocumentReference | undefined {
    const entry = this.apis.get(segment);
    const newest = entry?.versions.at(-1);
    const place =
      entry !== undefined && newest !== undefined ? this.#inVersion(entry, newest) : this.findVersion(segment);
    return place?.outline.hasChanges === true
      ? { level: 'changes', api: place.api, version: place.version }
      : undefined;
  }

  #inVersion({ name }: ApiListEntry, version: number): ApiVersion | undefined {
    const outline = this.#catalogue.outline(name, version);
    return outline && { api: name, version, outline };
  }
}

/** Finds a part of the schema index by its number, at least 2; the first part has the URL of the index itself. */
function schemaPart({ api, version, outline }: ApiVersion, number: string): DocumentReference | undefined {
  const part = VERSION.test(number) ? Number(number) : 0;
  return part >= 2 && part <= schemaPartCount(outline.schemas.size)
    ? { level: 'schema-index', api, version, part }
    : undefined;
}

/** Splits `Library-v2` into Library and 2; without a valid version, `version` is left out. */
export function splitVersion(segment: string): { readonly api: string; readonly version?: number } {
  const mark = segment.lastIndexOf(VERSION_MARK);
  if (mark <= 0) return { api: segment };
  const api = segment.slice(0, mark);
  const version = segment.slice(mark + VERSION_MARK.length);
  return VERSION.test(version) ? { api, version: Number(version) } : { api };
}
