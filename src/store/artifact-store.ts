import { LRUCache } from 'lru-cache';
import type { Format } from '../formats/contract.ts';
import { type AccessRule, combinedAccess, openToEveryone } from '../model/access.ts';
import { Api } from '../model/api.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import { routedRecord } from '../model/routed-record.ts';
import type { Navigation } from '../presentation/page-data/navigation.ts';
import { gzippedSize } from './codings.ts';
import type { Client, DocumentationStore, Representation, StoredRepresentation } from './contract.ts';
import { apisOf, type DerivationJob, DerivationSources, Derivations, type Derive, SHARD } from './derivation.ts';
import { DerivedDocuments } from './derived-documents.ts';
import { type OpenedRelease, readRelease } from './opened-release.ts';
import { artifactKey, modelKey, type NamedOperations, navigationKey, type ReleaseIndex, toOutline } from './release.ts';
import { accessesOf, accessHash } from './release-access.ts';
import { visibleRecord } from './visible-record.ts';

/**
 * Maximum size of the models that stay in memory after reading, in bytes of JSON. The objects take four times as much
 * memory.
 */
const WHOLE_BYTES = 64 * 1024 * 1024;

export interface ArtifactStore extends DocumentationStore {
  asset(path: string): { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;
  /** Paths of all assets in the release. */
  assetPaths(): readonly string[];
  /** Complete models of all versions of all APIs; models that are not in memory are read from the release. */
  apis(): readonly Api[];
  /**
   * All versions of all APIs, with only the members that {@link routedRecord} keeps.
   * @param isWhole returns false for versions whose hidden parts are left out; default: none are left out
   */
  routed(isWhole?: IsWhole): readonly Api[];
  /**
   * One version of an API, complete or with only its visible parts. Recently requested versions stay in memory.
   * @throws when the version does not exist, or all of it is hidden
   */
  api(name: string, version: number, isWhole?: boolean): Api;
  /** Operations to which access rules apply, by API version. */
  operations(): ReleaseIndex['outlines'];
  /** Operations of earlier releases that the configuration still names. */
  removed(): readonly NamedOperations[];
  /** Keys of operations that no call reaches ({@link operationIdentityKey}). */
  unanswered(): readonly string[];
  /** Parts that were closed to guests when the release was built. */
  closed(): ReleaseIndex['closed'];
  /**
   * Creates a store of the same release with a different access rule, and different media types of its formats. Both
   * stores share the bytes in memory.
   */
  withAccessRule(accessRule: AccessRule, formats?: readonly Format[]): ArtifactStore;
}

/** Reports whether a complete version is wanted, instead of only its visible parts. */
type IsWhole = (api: string, version: number) => boolean;

export interface ArtifactStoreOptions {
  readonly formats: readonly Format[];
  /**
   * Rule that is currently enforced, which may be newer than the release: documents whose access has changed since then
   * are derived from the model. Left out: everything is open.
   */
  readonly accessRule?: AccessRule;
  /**
   * Derives documents that the build did not write, on other threads; rejects with a StoreBusyError if there are too
   * many jobs. Left out: this thread derives them, and returns pages unrendered.
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
  const { formats, accessRule = openToEveryone } = options;
  // If a rule is given, it is compared now, so that no request waits for that; otherwise on first use.
  let compared = options.accessRule && compareAccess(index, accessRule);
  const access = (): ComparedAccess => {
    compared ??= compareAccess(index, accessRule);
    return compared;
  };
  const sources = new DerivationSources(release, { formats, accessRule, entries: () => access().entries });
  const derived = new DerivedDocuments(options.derive ?? deriveHere(formats));
  const wholeApi = wholeApis(sources, accessRule, index.site.audience);
  const derive = (
    key: string,
    reference: DocumentReference,
    formatName: string,
    language: string | null,
    client: Client | undefined,
  ): Representation | Promise<Representation> => {
    const format = formats.find(({ name }) => name === formatName);
    const before = versionBefore(reference, index.entries);
    if (format === undefined) throw new Error(`There is no format ${formatName}.`);
    const toJob = (): DerivationJob => ({
      source: sources.of(reference),
      ...(before !== null && { before: sources.of(before) }),
      reference,
      format: formatName,
      ...(language !== null && { language }),
    });
    return derived.representation(key, toJob, client);
  };
  const derivedShard = async (api: string, version: number, client?: Client): Promise<StoredRepresentation> => {
    const reference = { level: 'api', api, version } as const;
    const toJob = (): DerivationJob => ({ source: sources.of(reference), reference, format: SHARD });
    const shard = await derived.representation(artifactKey(reference, SHARD), toJob, client);
    if (shard.kind === 'page') throw new Error('Search data is no page.');
    return shard;
  };
  return {
    site: index.site,
    entries: () => access().entries,
    outline: outlinesIn(index),
    searchShard: (api, version, client) => release.shard(modelKey(api, version)) ?? derivedShard(api, version, client),
    navigation: (api, version, language) => navigationIn(release.artifact(navigationKey(api, version, language))),
    representation(reference, format, client, language = null) {
      const key = artifactKey(reference, format, language);
      const written = access().isOutdated(reference) ? undefined : release.artifact(key);
      return written ?? derive(key, reference, format, language, client);
    },
    asset: (path) => release.asset(path),
    assetPaths: () => Object.keys(index.assets),
    apis: () => index.outlines.map(({ api, version }) => wholeApi(api, version)),
    routed: (isWhole = () => true) => routedApis(index, accessRule, isWhole),
    api: wholeApi,
    operations: () => index.outlines,
    removed: () => index.removed ?? [],
    unanswered: () => index.unanswered ?? [],
    closed: () => index.closed,
    withAccessRule: (rule, otherFormats = formats) =>
      createStore(release, { ...options, formats: otherFormats, accessRule: rule }),
  };
}

async function navigationIn(stored: StoredRepresentation | undefined): Promise<Navigation | undefined> {
  return stored && JSON.parse(new TextDecoder().decode(await stored.body('identity')));
}

/** Outlines of versions that readers may see; hidden versions are published, but not documented. */
function outlinesIn({ outlines, entries }: ReleaseIndex): ArtifactStore['outline'] {
  const listed = new Set(entries.flatMap(({ name, versions }) => versions.map((version) => modelKey(name, version))));
  const known = new Map(outlines.map((outline) => [modelKey(outline.api, outline.version), toOutline(outline)]));
  return (api, version) => {
    const key = modelKey(api, version);
    return listed.has(key) ? known.get(key) : undefined;
  };
}

/** Returns a function that reads models; the models requested last stay in memory. */
function wholeApis(
  sources: DerivationSources,
  accessRule: AccessRule,
  audience: readonly string[] | undefined,
): ArtifactStore['api'] {
  const inMemory = new LRUCache<string, Api>({ maxSize: WHOLE_BYTES });
  return (name, version, isWhole = true) => {
    const key = `${modelKey(name, version)} ${isWhole}`;
    const known = inMemory.get(key);
    if (known !== undefined) return known;
    const source = sources.of({ level: 'api', api: name, version });
    const [whole] = apisOf(source, accessRule);
    const api = isWhole ? whole : whole && asReadersSee(whole, audience);
    if (api === undefined || source.model === null) throw new Error(`There is no API ${modelKey(name, version)}.`);
    // A model larger than the cache fills it alone.
    inMemory.set(key, api, { size: Math.min(WHOLE_BYTES, gzippedSize(new Uint8Array(source.model))) });
    return api;
  };
}

function asReadersSee(api: Api, audience: readonly string[] | undefined): Api | undefined {
  const record = visibleRecord(api.record, audience);
  if (record === null) return undefined;
  return record === api.record ? api : api.withRecord(record);
}

/** @throws when the index lacks the routes of a version */
function routedApis(
  { entries, outlines, routes, shownRoutes }: ReleaseIndex,
  accessRule: AccessRule,
  isWhole: IsWhole,
): readonly Api[] {
  const contexts = new Map(entries.map(({ name, versions, defaultVersion }) => [name, { versions, defaultVersion }]));
  return outlines.flatMap(({ api, version }) => {
    const key = modelKey(api, version);
    const isAll = isWhole(api, version);
    const context = contexts.get(api);
    const own = Object.hasOwn(routes, key) ? routes[key] : undefined;
    if (own === undefined) throw new Error(`The release has no routes of ${key}. Run "npm run build".`);
    // This version is hidden from readers.
    if (!isAll && context?.versions.includes(version) !== true) return [];
    const known = !isAll && Object.hasOwn(shownRoutes, key) ? (shownRoutes[key] ?? own) : own;
    return [new Api(routedRecord(api, version, known), { ...context, accessRule })];
  });
}

/** Older version in a comparison: that of the URL query, or else the previous one; null for other documents. */
function versionBefore(reference: DocumentReference, entries: readonly ApiListEntry[]): DocumentReference | null {
  if (reference.level !== 'changes') return null;
  const { api, version, from } = reference;
  const before = from ?? entries.find(({ name }) => name === api)?.versions.findLast((other) => other < version);
  return before === undefined ? null : { level: 'api', api, version: before };
}

/** Derives documents on this thread, for builds, which request one document at a time. */
function deriveHere(formats: readonly Format[]): Derive {
  const derivations = new Derivations({ format: (name) => formats.find((format) => format.name === name) });
  return (job) => derivations.derive(job);
}

/** Comparison of an access rule with the accesses in the release. */
interface ComparedAccess {
  /** Entries of the list, with the accesses that the rule gives. */
  readonly entries: readonly ApiListEntry[];
  /** Reports whether the access of a document in the release differs from that of the rule. */
  isOutdated(reference: DocumentReference): boolean;
}

/** Compares the rule's access to every operation with that in the release. */
function compareAccess(index: ReleaseIndex, rule: AccessRule): ComparedAccess {
  const outdated = new Map(
    index.outlines.flatMap(({ api, version, operations, accessHash: published }) => {
      const accesses = accessesOf(api, version, operations, rule);
      return accessHash(accesses) === published ? [] : [[modelKey(api, version), accesses] as const];
    }),
  );
  const entries = index.entries.map((entry) => {
    const accesses = outdated.get(modelKey(entry.name, entry.defaultVersion));
    return accesses === undefined ? entry : { ...entry, access: combinedAccess(accesses) };
  });
  const isListOutdated = JSON.stringify(entries) !== JSON.stringify(index.entries);
  return {
    entries,
    isOutdated: (reference) =>
      // Pages of changes between versions mention no access.
      reference.level === 'list'
        ? isListOutdated
        : reference.level !== 'changes' && outdated.has(modelKey(reference.api, reference.version)),
  };
}
