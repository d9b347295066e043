import { LRUCache } from 'lru-cache';
import { type Format, FormatError, type RenderingFormat, renderDocument } from '../formats/contract.ts';
import type { AccessRule } from '../model/access.ts';
import type { Api } from '../model/api.ts';
import { type DocumentReference, documentPath } from '../model/locations.ts';
import type { ApiListEntry, ApiRecord } from '../model/records.ts';
import type { Page } from '../presentation/page-data/document.ts';
import type { Site } from '../presentation/page-data/site.ts';
import { readJson } from '../schema/exact-number.ts';
import { searchEntries } from '../search/entries.ts';
import { writeShard } from '../search/shard-writer.ts';
import { compress, decompress } from './codings.ts';
import { type OpenedRelease, shared } from './opened-release.ts';
import { modelKey, type ReleaseIndex, toOutline } from './release.ts';
import { accessesOf, type NamedAccesses, ruleOf } from './release-access.ts';
import { type FormatLink, formatLink, SiteDocuments } from './site-documents.ts';
import { shortHash } from './stored-bytes.ts';
import { toVersionDifferences } from './version-differences.ts';

/** Maximum size of the models in memory, in bytes of JSON; one model of any size is always kept. */
const MODEL_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Data from which documents of one version of an API, or the list, are derived. Threads share its memory, so that the
 * messages for jobs are small.
 */
export interface DerivationSource {
  /** Id that is unique in this process. */
  readonly id: number;
  /** JSON of a {@link DerivationContext} in UTF-8. */
  readonly context: SharedArrayBuffer;
  /** JSON of {@link DerivationOutlines}, in the same memory for all versions of an API. */
  readonly outlines: SharedArrayBuffer;
  /** Gzipped JSON of an ApiRecord; null for the list. */
  readonly model: SharedArrayBuffer | null;
}

/** Data about the site that documents of a model need, as plain JSON. */
interface DerivationContext extends NamedAccesses {
  readonly site: Site;
  /** Entries of the APIs that the documents are about. */
  readonly entries: readonly ApiListEntry[];
  readonly formats: readonly FormatLink[];
}

/** Outlines of all versions of the API. */
type DerivationOutlines = readonly Omit<ReleaseIndex['outlines'][number], 'operations' | 'accessHash'>[];

/** Name of search data in place of a format. No format name contains a dot. */
export const SHARD = '.search';

/** A document to derive in one format, as plain data that can be sent to threads. */
export interface DerivationJob {
  readonly source: DerivationSource;
  /** Older version of the same API, if the document compares two versions. */
  readonly before?: DerivationSource;
  readonly reference: DocumentReference;
  readonly format: string;
  /** Language tag; left out for the default language. */
  readonly language?: string;
}

/** Result of {@link Derivations.derive}; plain data except for pages. */
export type Derived = DerivedBytes | { readonly kind: 'page'; readonly page: Page } | DerivationFailure;

/**
 * Derives one document, on this thread or another.
 * @param client address of the first client that requested the document; undefined: no particular client
 */
export type Derive = (job: DerivationJob, client?: string) => Promise<Derived>;

export interface DerivedBytes {
  readonly kind: 'bytes';
  readonly identity: Uint8Array<ArrayBuffer>;
  /** Bytes of the document, compressed with Brotli. */
  readonly br: Uint8Array<ArrayBuffer>;
  readonly tag: string;
  readonly headers: readonly string[];
}

type DerivationFailure =
  | {
      readonly kind: 'format-failure';
      readonly format: string;
      readonly path: string;
      readonly place: string;
      readonly reason: string;
    }
  /** A bug, as text, since not every error object can be sent between threads. */
  | { readonly kind: 'failure'; readonly message: string; readonly stack: string };

interface DerivationTools {
  readonly format: (name: string) => RenderingFormat | undefined;
  /** Renders a page to HTML in UTF-8. Left out: pages are returned unrendered. */
  readonly renderPage?: (page: Page) => Promise<Uint8Array>;
}

/**
 * Derives documents that were not written at build time, from cached models. The bytes are the same as a build would
 * write.
 */
export class Derivations {
  readonly #tools: DerivationTools;
  readonly #models = new LRUCache<string, SiteDocuments>({ maxSize: MODEL_CACHE_BYTES });

  constructor(tools: DerivationTools) {
    this.#tools = tools;
  }

  /** Derives a document; never rejects. */
  async derive({ source, before, reference, format: name, language }: DerivationJob): Promise<Derived> {
    try {
      const documents = this.#documentsOf(source, before).inLanguage(language ?? null);
      const document = documents.document(reference);
      if (name === SHARD && document.level === 'api') return derivedBytes(writeShard(searchEntries(document.api)), []);
      const format = this.#tools.format(name);
      if (format === undefined) throw new Error(`There is no format ${name}.`);
      if (format.render !== null) {
        const { content, headers } = await renderDocument(format, document, documents.site);
        return derivedBytes(typeof content === 'string' ? new TextEncoder().encode(content) : content, headers);
      }
      const page = documents.page(document);
      return this.#tools.renderPage === undefined
        ? { kind: 'page', page }
        : derivedBytes(Uint8Array.from(await this.#tools.renderPage(page)), []);
    } catch (error) {
      if (!(error instanceof FormatError)) return failureOf(error);
      const { format: failed, place, cause } = error;
      return {
        kind: 'format-failure',
        format: failed,
        path: documentPath(reference),
        place,
        reason: cause instanceof Error ? cause.message : String(cause),
      };
    }
  }

  #documentsOf(source: DerivationSource, before: DerivationSource | undefined): SiteDocuments {
    const key = before === undefined ? String(source.id) : `${before.id} ${source.id}`;
    const known = this.#models.get(key);
    if (known !== undefined) return known;
    const { records, bytes, ...around } = readSource(source);
    const old = before === undefined ? { records: [], bytes: 0 } : readSource(before);
    const documents = documentsIn([...old.records, ...records], around, ruleOf(around.context));
    const size = Math.max(1, Math.min(old.bytes + bytes, MODEL_CACHE_BYTES));
    this.#models.set(key, documents, { size });
    return documents;
  }
}

/** Versions of the API in a source, with access by the given rule. */
export function apisOf(source: DerivationSource, accessRule: AccessRule): readonly Api[] {
  const { records, ...around } = readSource(source);
  return documentsIn(records, around, accessRule).apis();
}

interface Around {
  readonly context: DerivationContext;
  /** Parses the outlines on demand, since those of many versions are long. */
  readonly outlines: () => DerivationOutlines;
}

function readSource({ context, outlines, model }: DerivationSource): Around & {
  readonly records: readonly ApiRecord[];
  readonly bytes: number;
} {
  const json = model === null ? null : decompress(new Uint8Array(model));
  return {
    context: parsed(context),
    outlines: () => parsed(outlines),
    records: json === null ? [] : [readJson(json.toString('utf8')) as ApiRecord],
    bytes: json?.byteLength ?? 0,
  };
}

function parsed(json: SharedArrayBuffer) {
  return JSON.parse(Buffer.from(json).toString('utf8'));
}

/** @throws always: the error of a failed derivation */
export function throwFailure(failure: DerivationFailure): never {
  if (failure.kind === 'format-failure')
    throw new FormatError(failure.format, failure.path, failure.place, failure.reason);
  throw Object.assign(new Error(failure.message), { stack: failure.stack });
}

function failureOf(error: unknown): DerivationFailure {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failure', message, stack };
}

function derivedBytes(identity: Uint8Array<ArrayBuffer>, headers: readonly string[]): DerivedBytes {
  return { kind: 'bytes', identity, br: Uint8Array.from(compress(identity)), tag: shortHash(identity), headers };
}

function documentsIn(
  records: readonly ApiRecord[],
  { context: { site, entries, formats }, outlines }: Around,
  accessRule: AccessRule,
): SiteDocuments {
  let read: DerivationOutlines | undefined;
  const outlineOf = (api: string, version: number) => {
    read ??= outlines();
    return read.find((outline) => outline.api === api && outline.version === version);
  };
  return new SiteDocuments(records, {
    site,
    formats,
    development: false,
    accessRule,
    published: {
      entries,
      outline(api, version) {
        const there = outlineOf(api, version);
        return there && toOutline(there);
      },
      differences(api, version) {
        const stored = outlineOf(api, version)?.differences;
        return stored && toVersionDifferences(stored);
      },
    },
  });
}

interface SourcesOptions {
  readonly formats: readonly Format[];
  readonly accessRule: AccessRule;
  /** Returns the entries of the list under the rule; called when a source is first requested. */
  readonly entries: () => readonly ApiListEntry[];
}

let lastId = 0;

/** Sources from which documents of a release are derived under one access rule; each is created on first request. */
export class DerivationSources {
  readonly #release: OpenedRelease;
  readonly #options: SourcesOptions;
  /** Sources by model key; '' is the key of the list. */
  readonly #sources = new Map<string, DerivationSource>();
  /** Outlines by API name. */
  readonly #outlines = new Map<string, SharedArrayBuffer>();

  constructor(release: OpenedRelease, options: SourcesOptions) {
    this.#release = release;
    this.#options = options;
  }

  /** @throws when the release has no model of the API version */
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

  /** Outlines of all versions of an API, for documents of any of them. */
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
