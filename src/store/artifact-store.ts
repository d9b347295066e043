import type { Format } from '../formats/contract.ts';
import { renderText } from '../formats/contract.ts';
import type { AccessRule } from '../model/access.ts';
import { combinedAccess, openToEveryone } from '../model/access.ts';
import type { Api } from '../model/api.ts';
import type { Page } from '../model/document.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiListEntry, ApiRecord } from '../model/records.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { DocumentationStore, Outline, Representation, StoredRepresentation } from './contract.ts';
import { representationOf } from './derive.ts';
import type { OpenedRelease } from './opened-release.ts';
import { readRelease } from './opened-release.ts';
import type { NamedOperations, ReleaseIndex, StoredAsset } from './release.ts';
import { artifactKey, modelKey } from './release.ts';
import { accessesOf, accessHash } from './release-access.ts';
import { SiteDocuments } from './site.ts';
import { Turns } from './turns.ts';
import type { VersionDifferences } from './version-differences.ts';
import { toVersionDifferences } from './version-differences.ts';

/** Derived documents kept in memory, in bytes. */
const DERIVED_CACHE_BYTES = 64 * 1024 * 1024;
/** Models kept in memory, in bytes of their JSON; the largest is kept whatever its size. */
const MODEL_CACHE_BYTES = 64 * 1024 * 1024;

export interface ArtifactStore extends DocumentationStore {
  asset(path: string): { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;
  /** Every version of every API; reads what has not been read yet. */
  apis(): readonly Api[];
  /** What access rules are asked about, by version of each API. */
  operations(): ReleaseIndex['outlines'];
  /** What releases before had and the configuration names. */
  removed(): readonly NamedOperations[];
  /** The same release told by another rule, and with other media types of its formats; the bytes in memory are shared. */
  withAccessRule(accessRule: AccessRule, formats?: readonly Format[]): ArtifactStore;
}

export interface ArtifactStoreOptions {
  readonly formats: readonly Format[];
  /**
   * What is enforced now, which may be newer than the release: what the rule tells otherwise than the release does is derived from
   * the model. Left out: everything is open.
   */
  readonly accessRule?: AccessRule;
  /** HTML, in UTF-8, of pages that are derived; they are kept like other derived documents then. Left out: they stay pages to render. */
  readonly renderPage?: (page: Page) => Promise<Uint8Array>;
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
  const { entries, isOutdated } = compareAccess(index, accessRule);
  const outlines = new Map<string, Outline>(
    index.outlines.map(({ api, version, services, groups, schemas }) => [
      modelKey(api, version),
      { services: new Set(services), groups: new Set(groups), schemas: new Set(schemas) },
    ]),
  );
  const outline = (api: string, version: number): Outline | undefined => outlines.get(modelKey(api, version));
  const allDifferences = new Map(
    index.outlines.flatMap(({ api, version, differences }) =>
      differences === undefined ? [] : [[modelKey(api, version), toVersionDifferences(differences)] as const],
    ),
  );
  const differences = (api: string, version: number): VersionDifferences | undefined => allDifferences.get(modelKey(api, version));
  const derived = new BoundedCache<StoredRepresentation>(DERIVED_CACHE_BYTES);
  const models = new BoundedCache<SiteDocuments>(MODEL_CACHE_BYTES);

  const siteOptions = { site: index.site, formats: options.formats, development: false, published: { entries, outline, differences }, accessRule };
  const documentsOf = (reference: DocumentReference): SiteDocuments => {
    if (reference.level === 'list') return new SiteDocuments([], siteOptions);
    const key = modelKey(reference.api, reference.version);
    const known = models.get(key);
    if (known !== undefined) return known;
    const json = release.modelJson(key);
    if (json === undefined) throw new Error(`The release has no model of ${key}. Run "npm run build".`);
    const documents = new SiteDocuments([JSON.parse(json.toString('utf8')) as ApiRecord], siteOptions);
    models.set(key, documents, Math.min(json.byteLength, MODEL_CACHE_BYTES));
    return documents;
  };

  const turns = new Turns();
  const underWay = new Map<string, Promise<Representation>>();
  const keep = (key: string, identity: Uint8Array, headers?: readonly string[]): Representation => {
    const representation = representationOf(identity, headers);
    derived.set(key, representation, identity.byteLength * 2);
    return representation;
  };
  const derive = (key: string, reference: DocumentReference, formatName: string): Representation | Promise<Representation> => {
    const known = derived.get(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const format = options.formats.find(({ name }) => name === formatName);
    if (format === undefined || (format.render === null && !isOutdated(reference))) throw new Error(`The release lacks ${key}. Run "npm run build".`);
    const making = turns
      .run((): Representation | Promise<Representation> => {
        const documents = documentsOf(reference);
        const document = documents.document(reference);
        if (format.render !== null) {
          const { text, headers } = renderText(format, document, index.site);
          return keep(key, Buffer.from(text), headers);
        }
        const page = documents.page(document);
        return options.renderPage === undefined ? { kind: 'page', page } : options.renderPage(page).then((bytes) => keep(key, bytes));
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  };

  return {
    site: index.site,
    entries: () => entries,
    outline,
    representation(reference, format) {
      const key = artifactKey(reference, format);
      const entry = Object.hasOwn(index.artifacts, key) ? index.artifacts[key] : undefined;
      return entry === undefined || isOutdated(reference) ? derive(key, reference, format) : release.stored(key, entry);
    },
    asset(path) {
      const entry: StoredAsset | undefined = Object.hasOwn(index.assets, path) ? index.assets[path] : undefined;
      return entry && { mediaType: entry.mediaType, representation: release.stored(path, entry) };
    },
    apis: () => index.outlines.flatMap(({ api, version }) => documentsOf({ level: 'api', api, version }).apis()),
    operations: () => index.outlines,
    removed: () => index.removed ?? [],
    withAccessRule: (rule, formats = options.formats) => createStore(release, { ...options, formats, accessRule: rule }),
  };
}

interface ComparedAccess {
  /** The list as the rule tells it. */
  readonly entries: readonly ApiListEntry[];
  /** Whether the release tells another access of the document than the rule. */
  isOutdated(reference: DocumentReference): boolean;
}

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
    isOutdated: (reference) => (reference.level === 'list' ? isListOutdated : outdated.has(modelKey(reference.api, reference.version))),
  };
}
