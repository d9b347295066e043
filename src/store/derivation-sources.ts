import type { Format } from '../formats/contract.ts';
import type { AccessRule } from '../model/access.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import type { DerivationContext, DerivationOutlines, DerivationSource } from './derivation.ts';
import { formatLink } from './format-link.ts';
import { type OpenedRelease, shared } from './opened-release.ts';
import { modelKey } from './release.ts';
import { accessesOf } from './release-access.ts';

interface SourcesOptions {
  readonly formats: readonly Format[];
  readonly accessRule: AccessRule;
  /** Under that rule; called when a source is first asked for. */
  readonly entries: () => readonly ApiListEntry[];
}

let lastId = 0;

/**
 * Sources from which documents of a release are derived, under one access rule; each is made when it is first asked
 * for.
 */
export class DerivationSources {
  readonly #release: OpenedRelease;
  readonly #options: SourcesOptions;
  /** Keys are versions of APIs; '' is the list. */
  readonly #sources = new Map<string, DerivationSource>();
  /** Keys are names of APIs. */
  readonly #outlines = new Map<string, SharedArrayBuffer>();

  constructor(release: OpenedRelease, options: SourcesOptions) {
    this.#release = release;
    this.#options = options;
  }

  /** @throws when the release has no model of the API */
  of(reference: DocumentReference): DerivationSource {
    const key = reference.level === 'list' ? '' : modelKey(reference.api, reference.version);
    const source = this.#sources.get(key) ?? this.#create(reference);
    this.#sources.set(key, source);
    return source;
  }

  #create(reference: DocumentReference): DerivationSource {
    const { index } = this.#release;
    const { entries, formats, accessRule } = this.#options;
    const own =
      reference.level === 'list'
        ? undefined
        : index.outlines.find(({ api, version }) => api === reference.api && version === reference.version);
    const operations = own?.operations ?? [];
    const context: DerivationContext = {
      site: index.site,
      entries: reference.level === 'list' ? entries() : entries().filter(({ name }) => name === reference.api),
      operations,
      accesses: own === undefined ? [] : accessesOf(own.api, own.version, operations, accessRule),
      formats: formats.map(formatLink),
    };
    const model = own === undefined ? null : this.#modelOf(modelKey(own.api, own.version));
    const outlines = reference.level === 'list' ? sharedJson([]) : this.#outlinesOf(reference.api);
    lastId += 1;
    return { id: lastId, context: sharedJson(context), outlines, model };
  }

  #modelOf(key: string): SharedArrayBuffer {
    const gzipped = this.#release.model(key);
    if (gzipped === undefined) throw new Error(`The release has no model of ${key}. Run "npm run build".`);
    return gzipped;
  }

  /** Outlines of every version of an API, for documents of one of them. */
  #outlinesOf(name: string): SharedArrayBuffer {
    const known = this.#outlines.get(name);
    if (known !== undefined) return known;
    const stored: DerivationOutlines = this.#release.index.outlines
      .filter(({ api }) => api === name)
      .map(({ operations: _, accessHash: __, ...outline }) => outline);
    const json = sharedJson(stored);
    this.#outlines.set(name, json);
    return json;
  }
}

function sharedJson(value: unknown): SharedArrayBuffer {
  return shared(new TextEncoder().encode(JSON.stringify(value)));
}
