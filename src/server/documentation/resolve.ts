import type { Format } from '../../formats/contract.ts';
import { type Twin, twinsOf } from '../../formats/twins.ts';
import { closeNames } from '../../model/close-names.ts';
import { tagsOf } from '../../model/language.ts';
import {
  CHANGES_SEGMENT,
  type DocumentReference,
  documentPath,
  levelInFolder,
  type NamedLevel,
  RESERVED_SERVICE_NAMES,
  VERSION_MARK,
  versionedName,
  versionTitle,
} from '../../model/locations.ts';
import { LONGEST_QUESTION } from '../../search/search.ts';
import { type Companion, type DocumentationStore, SEARCH_FILE } from '../../store/contract.ts';
import { DocumentNames, splitVersion } from '../../store/document-names.ts';
import type { Key, Words } from '../../words/words.ts';
import type { DocumentationPath } from './target.ts';
import { availableAs, guessedExtensions, inOneWord, namesNow, searchable, shortened } from './wrong-names.ts';

/** Document that a path names, or the facts for a 404. */
type Resolution = FoundDocument | MissingDocument;

export interface FoundDocument {
  readonly kind: 'found';
  readonly document: DocumentReference;
  /** Format, or companion of a document, that the path determines; null: Accept selects the format. */
  readonly twin: Format | Companion | null;
  /** Language that the path determines; null for the default language. */
  readonly language: string | null;
  /** Language of problem pages at this path, determined by its twin; null: Accept-Language selects it. */
  readonly problemLanguage: string | null;
}

export interface MissingDocument {
  readonly kind: 'missing';
  /** One sentence for the reader. */
  readonly detail: (words: Words) => string;
  /** Language of problem pages at this path, as for a found document. */
  readonly problemLanguage: string | null;
  /** Close names with their paths, the closest first. */
  readonly similar: readonly { readonly name: string; readonly url: string }[];
  /** Formats of the document, if it exists but not in the requested format. */
  readonly available?: ReturnType<typeof availableAs>;
  /** Requested name that does not exist; '' if there is no name to search for. */
  readonly wanted: string;
  /** Search for a title or a path that a reader may have typed; undefined: nothing to search for. */
  readonly sought?: Sought;
  /** Overview of the API to which the path belongs; undefined: none. */
  readonly within?: { readonly name: string; readonly url: string };
}

/** Search for a document by other names that people use for it. */
export interface Sought {
  /** A few texts, each at most as long as a search question; the first one with hits is used. */
  readonly texts: readonly string[];
  /** API versions to search, the most likely first. */
  readonly places: readonly { readonly api: string; readonly version: number }[];
  /** Document level in the path; null: none. */
  readonly level: NamedLevel | null;
}

/** Last path segment of the list of APIs. */
const ROOT = 'documentation';
/** Maximum names of a path to search for, from its end, besides the whole path: each needs its own search. */
const MOST_SOUGHT_NAMES = 5;

/** Maximum number of close names: in total, and of services if groups or guides have close names, too. */
const MOST_NAMES = 5;
const MOST_SERVICES = 3;

interface Similar {
  readonly name: string;
  readonly document: DocumentReference;
}

const MISSING = {
  service: 'problem.noService',
  schema: 'problem.noSchema',
  group: 'problem.noGroup',
  guide: 'problem.noGuide',
} as const satisfies Record<NamedLevel, Key>;

/** Resolves paths to documents of one store (DESIGN §3). An exact name takes precedence over other interpretations. */
export class Resolver {
  readonly #names: DocumentNames;
  readonly #formats: readonly Format[];
  readonly #twins: readonly Twin<Format | Companion>[];
  /** Language of URLs that state none; null for a site without languages. */
  readonly #standard: string | null;

  constructor(store: DocumentationStore, formats: readonly Format[]) {
    this.#names = new DocumentNames(store);
    // Shortest extension first, which leaves the longest name: `a.openapi` + `.json` before `a` + `.openapi.json`.
    this.#formats = formats;
    this.#standard = store.site.languages?.[0]?.tag ?? null;
    this.#twins = twinsOf([...formats, SEARCH_FILE], tagsOf(store.site)).toSorted(
      (a, b) => a.extension.length - b.extension.length,
    );
  }

  resolve({ root, names }: DocumentationPath): Resolution {
    // `documentation.json` is the list's twin, below which no document exists.
    if (names.length > 0 && root !== ROOT) return nothingHere();
    const path = [root, ...names];
    const found = this.#found(path);
    if (found !== undefined) return found;
    const twin = this.#twins.findLast(({ extension }) => withoutExtension(path, extension));
    const stem = (twin && withoutExtension(path, twin.extension)) ?? path;
    const other = this.#inOtherFormats(path, twin);
    return {
      ...(other ?? this.#explain(stem)),
      ...(other === undefined && this.#seek(stem.slice(1))),
      problemLanguage: this.#languageOf(twin ?? this.#twinAbove(names)),
      wanted: other !== undefined || names.length === 0 ? '' : searchable(stem.at(-1) ?? ''),
      ...this.#within(names),
    };
  }

  #found(path: readonly string[]): FoundDocument | undefined {
    const exact = this.#find(path);
    if (exact !== undefined)
      return { kind: 'found', document: exact, twin: null, language: null, problemLanguage: null };
    for (const twin of this.#twins) {
      const { format, language, extension } = twin;
      const stem = withoutExtension(path, extension);
      const document = stem && this.#find(stem);
      if (document !== undefined && format.levels.includes(document.level))
        return { kind: 'found', document, twin: format, language, problemLanguage: this.#languageOf(twin) };
    }
    return undefined;
  }

  /** Finds a document that exists, but not in the format that the extension of its path requests. */
  #inOtherFormats(path: readonly string[], twin: Twin | undefined): MissingDocument | undefined {
    for (const extension of [...(twin ? [twin.extension] : []), ...guessedExtensions(path.at(-1) ?? '')]) {
      const stem = withoutExtension(path, extension);
      const document = stem && this.#find(stem);
      if (document === undefined) continue;
      return {
        ...missing(
          (words) => words.say('problem.noSuchFormat', { extension }),
          [{ name: stem?.at(-1) ?? '', document }],
        ),
        available: availableAs(document, this.#formats),
      };
    }
    return undefined;
  }

  /** Replaces the former name of an API in a path by the current one; undefined if no document has that path. */
  moved(path: DocumentationPath): DocumentationPath | undefined {
    if (path.root !== ROOT) return undefined;
    const names = namesNow(path.names, this.#names.apis, (now) => this.#found([ROOT, ...now]) !== undefined);
    return names && { ...path, names };
  }

  /**
   * Returns texts to search for: the whole path below the API, its names from the last to the first, then the name of
   * the API if no such API exists.
   */
  #seek([segment, ...below]: readonly string[]): Pick<MissingDocument, 'sought'> {
    if (segment === undefined) return {};
    const place = this.#names.findVersion(segment);
    const level = levelInFolder(below[0]) ?? null;
    const named = level === null ? below : below.slice(1);
    const above = place === undefined ? [segment] : [];
    const names = named.slice(-MOST_SOUGHT_NAMES).toReversed();
    const cut = [named.join('/'), ...names, ...above].map((text) => text.slice(0, LONGEST_QUESTION).toWellFormed());
    const texts = [...new Set(cut)].filter((text) => text !== '');
    const places = place === undefined ? this.#placesFor(segment) : [{ api: place.api, version: place.version }];
    return { sought: { texts, level, places } };
  }

  /** Lists the APIs that a wrong name may mean, then all other APIs. */
  #placesFor(segment: string): Sought['places'] {
    const { api, version } = splitVersion(segment);
    const names = new Set([...this.#closeApis(api), ...this.#names.apis.keys()]);
    return [...names].map((name) => this.#placeOf(name, version));
  }

  /** Selects the wanted version if the API has it, otherwise the default version. */
  #placeOf(name: string, wanted: number | undefined): { readonly api: string; readonly version: number } {
    const { versions = [], defaultVersion = 1 } = this.#names.apis.get(name) ?? {};
    return { api: name, version: wanted !== undefined && versions.includes(wanted) ? wanted : defaultVersion };
  }

  /** Finds APIs with a close name, then APIs with a close title as readers may type it. */
  #closeApis(wanted: string): readonly string[] {
    const { apis } = this.#names;
    const byTitle = new Map([...apis].map(([name, { title }]) => [inOneWord(title), name]));
    const titled = closeNames(inOneWord(wanted), byTitle.keys()).flatMap((title) => byTitle.get(title) ?? []);
    return [...new Set([...closeNames(wanted, apis.keys()), ...titled])].slice(0, MOST_NAMES);
  }

  #within([segment, ...below]: readonly string[]): Pick<MissingDocument, 'within'> {
    const place = segment === undefined || below.length === 0 ? undefined : this.#names.findVersion(segment);
    if (place === undefined) return {};
    const { api, version } = place;
    const name = versionTitle(this.#names.apis.get(api)?.title ?? api, version);
    return { within: { name, url: documentPath({ level: 'api', api, version }) } };
  }

  /** Finds a twin in the middle of a path, below which no document exists: `Book.de.html/x`. */
  #twinAbove(names: readonly string[]): Twin | undefined {
    return this.#twins.findLast(
      ({ format, extension }) => format.isInWords === true && names.some((name) => name.endsWith(extension)),
    );
  }

  #languageOf(twin: Twin | undefined): string | null {
    return twin?.format.isInWords === true ? (twin.language ?? this.#standard) : null;
  }

  /** Finds the document with these names, if it exists in any format. */
  #find([root, ...names]: readonly string[]): DocumentReference | undefined {
    const list = root === ROOT ? ({ level: 'list' } as const) : undefined;
    const document = names.length === 0 ? list : this.#names.find(names);
    return document && this.#formats.some(({ levels }) => levels.includes(document.level)) ? document : undefined;
  }

  #explain([, apiSegment, first, second, ...more]: readonly string[]): MissingDocument {
    if (apiSegment === undefined || more.length > 0) return nothingHere();
    const place = this.#names.findVersion(apiSegment);
    if (place === undefined) return this.#explainApi(apiSegment);
    const { api, version, outline } = place;
    const within = { version: String(version), api: shortened(api) };
    const named = (level: NamedLevel, wanted: string): readonly Similar[] => {
      const names = closeNames(wanted, outline[`${level}s`]);
      return names.map((name) => ({ name, document: { level, api, version, name } }));
    };
    if (first !== undefined && second === undefined && !RESERVED_SERVICE_NAMES.has(first)) {
      // The name that people use for a part of an API may be the title of a group or a guide.
      const others = [...named('group', first), ...named('guide', first)];
      const services = named('service', first).slice(0, others.length === 0 ? MOST_NAMES : MOST_SERVICES);
      return missing(
        (words) => words.say(MISSING.service, { ...within, name: shortened(first) }),
        [...services, ...others].slice(0, MOST_NAMES),
      );
    }
    if (first === CHANGES_SEGMENT && second === undefined) {
      const newest = this.#names.apis.get(api)?.versions.at(-1) ?? version;
      const document = { level: 'changes', api, version: newest } as const;
      return missing(
        (words) => words.say('problem.versionOldest', { version: within.version }),
        newest === version ? [] : [{ name: versionedName(api, newest), document }],
      );
    }
    const level = levelInFolder(first);
    if (level !== undefined && second !== undefined)
      return missing(
        (words) => words.say(MISSING[level], { ...within, name: shortened(second) }),
        named(level, second),
      );
    return nothingHere();
  }

  #explainApi(segment: string): MissingDocument {
    const { api, version: wanted } = splitVersion(segment);
    const entry = this.#names.apis.get(api);
    if (entry !== undefined) {
      const other = segment.slice(api.length + VERSION_MARK.length);
      const documents = entry.versions.map((version) => ({
        name: versionedName(api, version),
        document: { level: 'api', api, version } as const,
      }));
      return missing(
        (words) => words.say('problem.noVersion', { api: shortened(api), version: shortened(other) }),
        documents.toReversed().slice(0, MOST_NAMES),
      );
    }
    const similar = this.#closeApis(api).map((name) => {
      return { name, document: { level: 'api', ...this.#placeOf(name, wanted) } as const };
    });
    return missing((words) => words.say('problem.noApi', { api: shortened(api) }), similar);
  }
}

/** Result for paths that no document can have. */
export function nothingHere(): MissingDocument {
  return missing((words) => words.say('problem.nothingHere'), []);
}

function missing(detail: MissingDocument['detail'], similar: readonly Similar[]): MissingDocument {
  return {
    kind: 'missing',
    problemLanguage: null,
    wanted: '',
    detail,
    similar: similar.map(({ name, document }) => ({ name, url: documentPath(document) })),
  };
}

function withoutExtension(path: readonly string[], extension: string): readonly string[] | undefined {
  const last = path.at(-1) ?? '';
  return last.endsWith(extension) ? path.with(-1, last.slice(0, -extension.length)) : undefined;
}
