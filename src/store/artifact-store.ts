import { LRUCache } from 'lru-cache';
import type { Format } from '../formats/contract.ts';
import { type AccessRule, openToEveryone } from '../model/access.ts';
import { Api } from '../model/api.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import { routedRecord } from '../model/routed-record.ts';
import { gzippedSize } from './codings.ts';
import { type ComparedAccess, compareAccess } from './compared-access.ts';
import type { DocumentationStore, Outline, Representation, StoredRepresentation } from './contract.ts';
import {
  apisOf,
  type DerivationContext,
  type DerivationOutlines,
  type DerivationSource,
  Derivations,
  type Derive,
} from './derivation.ts';
import { DerivedDocuments } from './derived-documents.ts';
import { type OpenedRelease, readRelease, shared } from './opened-release.ts';
import { PICTURE_FILE } from './picture-file.ts';
import { artifactKey, modelKey, type NamedOperations, type ReleaseIndex } from './release.ts';
import { accessesOf } from './release-access.ts';
import { Turns } from './turns.ts';

/** Of models that stay in memory after they were read, in bytes of their JSON: as objects they take four times that. */
const WHOLE_BYTES = 64 * 1024 * 1024;

export interface ArtifactStore extends DocumentationStore {
  asset(path: string): { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;
  /** Every version of every API, as a whole: each is read from the release unless it is in memory. */
  apis(): readonly Api[];
  /** The same, each with no more than {@link routedRecord} keeps. */
  routed(): readonly Api[];
  /** One of them as a whole. Those that were asked for last stay in memory. @throws when there is none */
  api(name: string, version: number): Api;
  /** What access rules are asked about, by version of each API. */
  operations(): ReleaseIndex['outlines'];
  /** What releases before had and the configuration names. */
  removed(): readonly NamedOperations[];
  /** Operations that no call reaches, by {@link operationIdentityKey}. */
  unanswered(): readonly string[];
  /** What guests were kept out of when it was built. */
  closed(): ReleaseIndex['closed'];
  /**
   * The same release under another access rule, and with other media types of its formats; the bytes in memory are
   * shared.
   */
  withAccessRule(accessRule: AccessRule, formats?: readonly Format[]): ArtifactStore;
}

export interface ArtifactStoreOptions {
  readonly formats: readonly Format[];
  /**
   * What is enforced now, which may be newer than the release: what the rule tells otherwise than the release does is
   * derived from the model. Left out: everything is open.
   */
  readonly accessRule?: AccessRule;
  /**
   * Makes documents that were not written, elsewhere; rejects with a StoreBusyError where too many are being made. Left
   * out: on this thread, one a turn of the event loop; pages stay pages to render.
   */
  readonly derive?: Derive;
}

/**
 * Opens one release.
 * @param folder `…/releases/<id>`
 * @throws when the release is incomplete or was written by another version of the product
 */
export function openRelease(folder: string, options: ArtifactStoreOptions): ArtifactStore {
  return createStore(readRelease(folder), options);
}

function createStore(release: OpenedRelease, options: ArtifactStoreOptions): ArtifactStore {
  const { index } = release;
  const accessRule = options.accessRule ?? openToEveryone;
  // At once where a rule is known, so that no request waits for it; before that nothing asks.
  let compared = options.accessRule && compareAccess(index, options.accessRule);
  const access = (): ComparedAccess => {
    compared ??= compareAccess(index, accessRule);
    return compared;
  };
  const outlines = new Map<string, Outline>(
    index.outlines.map(({ api, version, services, groups, guides, schemas, differences }) => [
      modelKey(api, version),
      {
        services: new Set(services),
        groups: new Set(groups),
        guides: new Set(guides),
        schemas: new Set(schemas),
        hasChanges: differences !== undefined,
      },
    ]),
  );
  const listed = new Set(
    index.entries.flatMap(({ name, versions }) => versions.map((version) => modelKey(name, version))),
  );
  const outline = (api: string, version: number): Outline | undefined =>
    // What readers may not see is published, but not documented.
    listed.has(modelKey(api, version)) ? outlines.get(modelKey(api, version)) : undefined;
  const derived = new DerivedDocuments(options.derive ?? deriveHere(options.formats));
  const sources = new Map<string, DerivationSource>();
  const outlinesByApi = new Map<string, SharedArrayBuffer>();
  const outlinesOf = (api: string): SharedArrayBuffer => {
    const json = outlinesByApi.get(api) ?? sharedJson(storedOutlines(index, api));
    outlinesByApi.set(api, json);
    return json;
  };
  const sourceOf = (reference: DocumentReference): DerivationSource => {
    const key = reference.level === 'list' ? '' : modelKey(reference.api, reference.version);
    const source =
      sources.get(key) ??
      createSource(release, reference, { entries: access().entries, formats: options.formats, accessRule, outlinesOf });
    sources.set(key, source);
    return source;
  };
  const whole = new LRUCache<string, Api>({ maxSize: WHOLE_BYTES });
  const wholeApi = (name: string, version: number): Api => {
    const key = modelKey(name, version);
    const known = whole.get(key);
    if (known !== undefined) return known;
    const source = sourceOf({ level: 'api', api: name, version });
    const [api] = apisOf(source, accessRule);
    if (api === undefined || source.model === null) throw new Error(`There is no API ${key}.`);
    // One that is larger than all of the room has it alone.
    whole.set(key, api, { size: Math.min(WHOLE_BYTES, gzippedSize(new Uint8Array(source.model))) });
    return api;
  };
  const derive = (
    key: string,
    reference: DocumentReference,
    formatName: string,
    language: string | null,
    client: (() => string | undefined) | undefined,
  ): Representation | Promise<Representation> => {
    const format = options.formats.find(({ name }) => name === formatName);
    const before = versionBefore(reference);
    if (format === undefined || (format.render === null && before === null && !access().isOutdated(reference)))
      throw new Error(`The release lacks ${key}. Run "npm run build".`);
    return derived.representation(
      key,
      () => ({
        source: sourceOf(reference),
        ...(before !== null && { before: sourceOf(before) }),
        reference,
        format: formatName,
        ...(language !== null && { language }),
      }),
      client,
    );
  };

  return {
    site: index.site,
    entries: () => access().entries,
    outline,
    searchShard: (api, version) => release.shard(modelKey(api, version)),
    picture: (document) => release.artifact(artifactKey(document, PICTURE_FILE.name)),
    representation(reference, format, client, language = null) {
      const key = artifactKey(reference, format, language);
      const written = access().isOutdated(reference) ? undefined : release.artifact(key);
      return written ?? derive(key, reference, format, language, client);
    },
    asset: (path) => release.asset(path),
    apis: () => index.outlines.map(({ api, version }) => wholeApi(api, version)),
    routed() {
      const contexts = new Map(
        index.entries.map(({ name, versions, defaultVersion }) => [name, { versions, defaultVersion }]),
      );
      return index.outlines.map(({ api, version }) => {
        const key = modelKey(api, version);
        const routes = Object.hasOwn(index.routes, key) ? index.routes[key] : undefined;
        if (routes === undefined) throw new Error(`The release has no routes of ${key}. Run "npm run build".`);
        return new Api(routedRecord(api, version, routes), { ...contexts.get(api), accessRule });
      });
    },
    api: wholeApi,
    operations: () => index.outlines,
    removed: () => index.removed ?? [],
    unanswered: () => index.unanswered ?? [],
    closed: () => index.closed,
    withAccessRule: (rule, formats = options.formats) =>
      createStore(release, { ...options, formats, accessRule: rule }),
  };
}

/** The other version that a document is about, of those that no build writes; null: it is about one. */
function versionBefore(reference: DocumentReference): DocumentReference | null {
  return reference.level !== 'changes' || reference.from === undefined
    ? null
    : { level: 'api', api: reference.api, version: reference.from };
}

let lastSource = 0;

/** @throws when the release has no model of the API */
function createSource(
  release: OpenedRelease,
  reference: DocumentReference,
  {
    entries,
    formats,
    accessRule,
    outlinesOf,
  }: {
    readonly entries: readonly ApiListEntry[];
    readonly outlinesOf: (api: string) => SharedArrayBuffer;
  } & Required<Pick<ArtifactStoreOptions, 'formats' | 'accessRule'>>,
): DerivationSource {
  const { index } = release;
  const own =
    reference.level === 'list'
      ? undefined
      : index.outlines.find(({ api, version }) => api === reference.api && version === reference.version);
  const operations = own?.operations ?? [];
  const context: DerivationContext = {
    site: index.site,
    entries: reference.level === 'list' ? entries : entries.filter(({ name }) => name === reference.api),
    operations,
    accesses: own === undefined ? [] : accessesOf(own.api, own.version, operations, accessRule),
    formats: formats.map(({ name, title, mediaTypes, extension, levels, isInWords }) => ({
      name,
      title,
      mediaTypes,
      extension,
      levels,
      ...(isInWords && { isInWords }),
    })),
  };
  const key = own && modelKey(own.api, own.version);
  const json = key === undefined ? null : modelOf(release, key);
  lastSource += 1;
  const outlines = reference.level === 'list' ? sharedJson([]) : outlinesOf(reference.api);
  return { id: lastSource, context: sharedJson(context), outlines, model: json };
}

/** @throws when there is none */
function modelOf({ model }: OpenedRelease, key: string): SharedArrayBuffer {
  const gzipped = model(key);
  if (gzipped === undefined) throw new Error(`The release has no model of ${key}. Run "npm run build".`);
  return gzipped;
}

/** What documents of one version say of the others. */
function storedOutlines({ outlines }: ReleaseIndex, name: string): DerivationOutlines {
  return outlines
    .filter(({ api }) => api === name)
    .map(({ api, version, services, groups, guides, schemas, differences }) => ({
      api,
      version,
      services,
      groups,
      guides,
      schemas,
      ...(differences && { differences }),
    }));
}

function sharedJson(value: unknown): SharedArrayBuffer {
  return shared(new TextEncoder().encode(JSON.stringify(value)));
}

function deriveHere(formats: readonly Format[]): Derive {
  const derivations = new Derivations({ format: (name) => formats.find((format) => format.name === name) });
  const turns = new Turns();
  return (job) => turns.run(() => derivations.derive(job));
}
