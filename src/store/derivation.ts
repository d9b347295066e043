import { LRUCache } from 'lru-cache';
import { type Format, FormatError, type RenderingFormat, renderDocument } from '../formats/contract.ts';
import type { AccessRule } from '../model/access.ts';
import type { Api } from '../model/api.ts';
import { type DocumentReference, documentPath } from '../model/locations.ts';
import type { ApiListEntry, ApiRecord } from '../model/records.ts';
import type { Page } from '../presentation/page-data/document.ts';
import type { Site } from '../presentation/page-data/site.ts';
import { compress, decompress } from './codings.ts';
import { type OpenedRelease, shared } from './opened-release.ts';
import { modelKey, type ReleaseIndex, toOutline } from './release.ts';
import { accessesOf, type NamedAccesses, ruleOf } from './release-access.ts';
import { type FormatLink, formatLink, SiteDocuments } from './site-documents.ts';
import { shortHash } from './stored-bytes.ts';
import { toVersionDifferences } from './version-differences.ts';

/** Models kept in memory, in bytes of their JSON; one is always kept, of any size. */
const MODEL_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Source from which documents of one version of an API, or the list, are derived; memory that threads share, so that a
 * job is small.
 */
export interface DerivationSource {
  /** Unique in this process. */
  readonly id: number;
  /** The JSON of a {@link DerivationContext}, UTF-8. */
  readonly context: SharedArrayBuffer;
  /** The JSON of {@link DerivationOutlines}: the same memory for all versions of an API. */
  readonly outlines: SharedArrayBuffer;
  /** The gzipped JSON of an ApiRecord; null for the list. */
  readonly model: SharedArrayBuffer | null;
}

/** Facts of the site that documents of a model need, as plain JSON. */
interface DerivationContext extends NamedAccesses {
  readonly site: Site;
  /** Entries that the documents are about. */
  readonly entries: readonly ApiListEntry[];
  readonly formats: readonly FormatLink[];
}

/** Outlines of every version of the API. */
type DerivationOutlines = readonly Omit<ReleaseIndex['outlines'][number], 'operations' | 'accessHash'>[];

/** One document in one format; plain data, for threads. */
export interface DerivationJob {
  readonly source: DerivationSource;
  /** Older version of the same API, where the document compares two. */
  readonly before?: DerivationSource;
  readonly reference: DocumentReference;
  readonly format: string;
  /** Left out: the default one. */
  readonly language?: string;
}

/** Result of {@link Derivations.derive}; plain data but for pages. */
export type Derived = DerivedBytes | { readonly kind: 'page'; readonly page: Page } | DerivationFailure;

/**
 * Makes one document, on this thread or another.
 * @param client address of the client that asked first; undefined: no client in particular
 */
export type Derive = (job: DerivationJob, client?: string) => Promise<Derived>;

export interface DerivedBytes {
  readonly kind: 'bytes';
  readonly identity: Uint8Array<ArrayBuffer>;
  /** The same bytes, compressed. */
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
  /** A bug. The error itself is left out, since threads may not be able to hand it over. */
  | { readonly kind: 'failure'; readonly message: string; readonly stack: string };

interface DerivationTools {
  readonly format: (name: string) => RenderingFormat | undefined;
  /** Returns HTML in UTF-8. Left out: pages are returned unrendered. */
  readonly renderPage?: (page: Page) => Promise<Uint8Array>;
}

/**
 * Makes documents that were not written at build time, from models that it keeps. Their bytes are those that the build
 * would write.
 */
export class Derivations {
  readonly #tools: DerivationTools;
  readonly #models = new LRUCache<string, SiteDocuments>({ maxSize: MODEL_CACHE_BYTES });

  constructor(tools: DerivationTools) {
    this.#tools = tools;
  }

  /** Never rejects. */
  async derive({ source, before, reference, format: name, language }: DerivationJob): Promise<Derived> {
    try {
      const format = this.#tools.format(name);
      if (format === undefined) throw new Error(`There is no format ${name}.`);
      const documents = this.#documentsOf(source, before).inLanguage(language ?? null);
      const document = documents.document(reference);
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

/** The API whose documents are derived from a source, with access by the given rule. */
export function apisOf(source: DerivationSource, accessRule: AccessRule): readonly Api[] {
  const { records, ...around } = readSource(source);
  return documentsIn(records, around, accessRule).apis();
}

interface Around {
  readonly context: DerivationContext;
  /** Parsed when it is needed: the outlines of many versions are long. */
  readonly outlines: () => DerivationOutlines;
}

function readSource({ context, outlines, model }: DerivationSource): Around & {
  readonly records: readonly ApiRecord[];
  readonly bytes: number;
} {
  const json = model === null ? null : decompress(new Uint8Array(model), 'gzip');
  return {
    context: parsed(context),
    outlines: () => parsed(outlines),
    records: json === null ? [] : [JSON.parse(json.toString('utf8'))],
    bytes: json?.byteLength ?? 0,
  };
}

function parsed(json: SharedArrayBuffer) {
  return JSON.parse(Buffer.from(json).toString('utf8'));
}

/** @throws the error that ended a derivation */
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
  return { kind: 'bytes', identity, br: Uint8Array.from(compress(identity, 'br')), tag: shortHash(identity), headers };
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
  /** Entries of the list under that rule; called when a source is first asked for. */
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
