import type { Format } from '../formats/contract.ts';
import type { AccessRule } from '../model/access.ts';
import { Api } from '../model/api.ts';
import { withoutDependencies } from '../model/dependencies.ts';
import { extensionIn, languageOfSite, pagePath, twinExtension } from '../model/language.ts';
import { type DocumentReference, documentPath, versionedName } from '../model/locations.ts';
import type { ApiListEntry, ApiRecord } from '../model/records.ts';
import { naturalOrder } from '../model/texts.ts';
import {
  type Alternate,
  type Document,
  type DocumentPage,
  type LanguageLink,
  referenceTo,
  type VersionLink,
} from '../presentation/page-data/document.ts';
import type { Site } from '../presentation/page-data/site.ts';
import type { DocumentationStore, Outline } from './contract.ts';
import { documentOf, holds, outlineOf, referencesIn } from './documents-of-api.ts';
import { listEntry } from './list-entry.ts';
import {
  differenceOf,
  differencesBetween,
  type StoredDifferences,
  toVersionDifferences,
  type VersionDifferences,
} from './version-differences.ts';
import { defaultVersionOf, visibleRecords } from './visible-record.ts';

interface SiteOptions {
  readonly site: Site;
  readonly formats: readonly FormatLink[];
  readonly accessRule?: AccessRule;
  readonly development: boolean;
  /** The complete site, if the records are only a part of it. */
  readonly published?: PublishedSite;
  /** Returns the entry of an API in the default language, if it is already known. */
  readonly knownEntry?: (name: string) => ApiListEntry | undefined;
  /** Replaces the visible record of an API with an equal record that tracks which parts documents read. */
  readonly track?: (record: ApiRecord) => ApiRecord;
}

interface PublishedSite {
  readonly entries: readonly ApiListEntry[];
  readonly outline: DocumentationStore['outline'];
  /** Differences from the previous version; undefined if there is none. */
  differences(api: string, version: number): VersionDifferences | undefined;
}

/** All APIs of a site, with their documents and pages. */
export class SiteDocuments {
  readonly #options: SiteOptions;
  readonly #records: readonly ApiRecord[];
  /** Translated documents by language tag. */
  readonly #translated = new Map<string, SiteDocuments>();
  /** All published APIs, including hidden parts; access rules apply to these. */
  readonly #apis: ReadonlyMap<string, readonly Api[]>;
  /** APIs with only the parts that readers may see; documents are about these. */
  #visible: ReadonlyMap<string, readonly Api[]> | undefined;
  #entries: readonly ApiListEntry[] | undefined;
  readonly #outlines = new Map<string, Outline>();
  readonly #differences = new Map<string, VersionDifferences | undefined>();

  constructor(records: readonly ApiRecord[], options: SiteOptions) {
    this.#options = options;
    this.#records = records;
    const language = languageOfSite(options.site);
    const byName = Map.groupBy(
      records.toSorted((a, b) => a.version - b.version),
      (record) => record.name,
    );
    this.#apis = new Map(
      [...byName]
        .sort(([a], [b]) => naturalOrder(a, b) || (a < b ? -1 : 1))
        .map(([name, versions]) => {
          const listed = options.published?.entries.find((entry) => entry.name === name);
          const numbers = listed?.versions ?? versions.map((record) => record.version);
          const defaultVersion = listed?.defaultVersion ?? defaultVersionOf(versions);
          const { accessRule, site } = options;
          const { pageEnding } = site;
          return [
            name,
            versions.map(
              (record) =>
                new Api(record, {
                  versions: numbers,
                  defaultVersion,
                  accessRule,
                  language,
                  pageEnding,
                }),
            ),
          ];
        }),
    );
  }

  /**
   * Returns the same documents in another language.
   * @param tag language tag; null: the current language
   * @throws when the site has no such language
   */
  inLanguage(tag: string | null): SiteDocuments {
    if (tag === null) return this;
    const known = this.#translated.get(tag);
    if (known !== undefined) return known;
    const { site } = this.#options;
    const language = site.languages?.find((candidate) => candidate.tag === tag);
    if (language === undefined) throw new Error(`There are no pages in ${tag}.`);
    const { knownEntry: _, ...options } = this.#options;
    const translated = new SiteDocuments(this.#records, { ...options, site: { ...site, language } });
    this.#translated.set(tag, translated);
    return translated;
  }

  /** Returns the visible parts of all APIs. Computed only on first use, since {@link apis} does not need them. */
  #seen(): ReadonlyMap<string, readonly Api[]> {
    this.#visible ??= withoutDependencies(() => visibleApis(this.#apis, this.#options));
    return this.#visible;
  }

  get site(): Site {
    return this.#options.site;
  }

  /** All versions of all APIs, in the order of the list, including hidden parts. */
  apis(): readonly Api[] {
    return [...this.#apis.values()].flat();
  }

  /** All versions of all APIs that readers may see, without hidden parts. */
  visible(): readonly Api[] {
    return [...this.#seen().values()].flat();
  }

  entries(): readonly ApiListEntry[] {
    this.#entries ??=
      this.#options.published?.entries ??
      [...this.#seen()].map(([name, versions]) => this.#options.knownEntry?.(name) ?? listEntry(name, versions));
    return this.#entries;
  }

  outline(name: string, version: number): Outline | undefined {
    const api = this.#api(name, version);
    if (api === undefined) return this.#options.published?.outline(name, version);
    const key = versionedName(name, version);
    const known = this.#outlines.get(key);
    if (known !== undefined) return known;
    const outline = outlineOf(api);
    this.#outlines.set(key, outline);
    return outline;
  }

  /** Differences from the previous version; undefined if that version is not among the records. */
  differences(name: string, version: number): StoredDifferences | undefined {
    const versions = this.#seen().get(name) ?? [];
    const at = versions.findIndex((api) => api.getVersion() === version);
    const [previous, api] = [versions[at - 1], versions[at]];
    return previous === undefined || api === undefined ? undefined : differencesBetween(previous, api);
  }

  /** All documents of the site, grouped by API. */
  *references(): Generator<DocumentReference> {
    yield { level: 'list' };
    for (const api of this.visible()) yield* referencesIn(api.place, outlineOf(api));
  }

  /** @throws when there is no such document: ask {@link outline} first */
  document(reference: DocumentReference): Document {
    if (reference.level === 'list') return { level: 'list', entries: this.entries() };
    const api = this.#api(reference.api, reference.version);
    const document = api === undefined ? undefined : documentOf(api, reference, this.#before(api, reference));
    if (document === undefined) throw new Error(`There is no document ${documentPath(reference)}.`);
    return document;
  }

  page(document: Document): DocumentPage {
    const { site, development, formats } = this.#options;
    const difference =
      document.level === 'list' ? undefined : differenceOf(document, this.#knownDifferences(document.api));
    const reference = referenceTo(document);
    const alternates = alternatesOf(reference, formats, site);
    const languages = languageLinksOf(reference, site);
    const versions = this.#versionsOf(document);
    return {
      kind: 'document',
      site,
      document,
      development,
      alternates,
      ...(languages.length > 1 && { languages }),
      versions,
      ...(difference && { difference }),
    };
  }

  #knownDifferences(api: Api): VersionDifferences | undefined {
    const { published } = this.#options;
    if (published !== undefined) return published.differences(api.getName(), api.getVersion());
    const key = versionedName(api.getName(), api.getVersion());
    if (!this.#differences.has(key)) {
      const stored = this.differences(api.getName(), api.getVersion());
      this.#differences.set(key, stored && toVersionDifferences(stored));
    }
    return this.#differences.get(key);
  }

  #api(name: string, version: number): Api | undefined {
    return this.#seen()
      .get(name)
      ?.find((api) => api.getVersion() === version);
  }

  /** Version to compare with; undefined if that version is not among the records. */
  #before(api: Api, reference: DocumentReference): Api | undefined {
    const versions = this.#seen().get(api.getName()) ?? [];
    if (reference.level !== 'changes' || reference.from === undefined) return versions[versions.indexOf(api) - 1];
    return versions.find((other) => other.getVersion() === reference.from);
  }

  #versionsOf(document: Document): readonly VersionLink[] {
    const reference = referenceTo(document);
    if (reference.level === 'list') return [];
    const [api] = this.#seen().get(reference.api) ?? [];
    if (api === undefined) return [];
    return api.getVersions().map((version) => {
      const there =
        reference.level === 'changes'
          ? { level: reference.level, api: reference.api, version }
          : { ...reference, version };
      const outline = this.outline(reference.api, version);
      const present = outline !== undefined && holds(outline, there);
      const isDefault = version === api.getDefaultVersion();
      return {
        version,
        present,
        isDefault,
        path: pagePath(present ? there : { level: 'api', api: reference.api, version }, this.#options.site),
      };
    });
  }
}

/** APIs with only the parts that {@link visibleRecords} keeps. */
function visibleApis(
  apis: ReadonlyMap<string, readonly Api[]>,
  { site: { audience }, track }: SiteOptions,
): ReadonlyMap<string, readonly Api[]> {
  const seen = [...apis].map(([name, versions]) => {
    const records = versions.map(({ record }) => record);
    const shown = new Map(visibleRecords(records, audience).map((record) => [record.version, record]));
    return [
      name,
      versions.flatMap((api) => {
        const record = shown.get(api.getVersion());
        if (record === undefined) return [];
        if (record === api.record && shown.size === versions.length && track === undefined) return [api];
        // Published versions that are not among the records stay listed.
        const isHere = (version: number): boolean => records.some((other) => other.version === version);
        const listed = api.getVersions().filter((version) => shown.has(version) || !isHere(version));
        return [api.withRecord(track?.(record) ?? record, listed)];
      }),
    ] as const;
  });
  return new Map(seen.filter(([, versions]) => versions.length > 0));
}

function alternatesOf(reference: DocumentReference, formats: readonly FormatLink[], site: Site): readonly Alternate[] {
  return formats
    .filter((format) => format.name !== 'html' && format.levels.includes(reference.level))
    .map((format) => ({
      format: format.name,
      title: format.title,
      mediaType: format.mediaTypes[0],
      path: documentPath(
        reference,
        format.isInWords === true ? twinExtension(site, format.extension) : format.extension,
      ),
    }));
}

/** Description of a format for pages, as plain data that can be sent to threads. */
export type FormatLink = Pick<Format, 'name' | 'title' | 'mediaTypes' | 'extension' | 'levels' | 'isInWords'>;

export function formatLink({ name, title, mediaTypes, extension, levels, isInWords }: FormatLink): FormatLink {
  return { name, title, mediaTypes, extension, levels, ...(isInWords === true && { isInWords }) };
}

const PAGE_EXTENSION = '.html';

/** Links to a document in every language of its site, in the order of the configuration. */
export function languageLinksOf(
  reference: DocumentReference,
  { languages = [], language, pageEnding }: Site,
): readonly LanguageLink[] {
  const current = language ?? languages[0];
  return languages.map(({ tag, name }, index) => ({
    tag,
    name,
    path: documentPath(reference, extensionIn(index === 0 ? null : tag, PAGE_EXTENSION)),
    canonicalPath: documentPath(reference, index === 0 ? pageEnding : extensionIn(tag, PAGE_EXTENSION)),
    isCurrent: tag === current?.tag,
  }));
}
