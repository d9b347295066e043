import type { Format } from '../formats/contract.ts';
import { documentPath } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import type { Discoverable, DiscoveryFile } from './contract.ts';

export const API_CATALOG_PATH = '/.well-known/api-catalog';

interface Target {
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

/**
 * Lists every API version in a link set, then links the page of each version to the formats of that version.
 * @see RFC 9727 §2 and §4; RFC 9264 §4.2; RFC 8631
 */
export const apiCatalog: DiscoveryFile = {
  mediaType: 'application/linkset+json;profile="https://www.rfc-editor.org/info/rfc9727"',
  headers: ['Link', `<${API_CATALOG_PATH}>; rel="api-catalog"`],
  write(site) {
    // An entry that has only guides is not an API.
    const apis = site.entries().filter(({ guides }) => guides === undefined);
    return `${JSON.stringify({ linkset: [catalogOf(site, apis), ...apis.flatMap(linksOf(site))] })}\n`;
  },
};

function catalogOf(site: Discoverable, apis: readonly ApiListEntry[]): object {
  const item = apis.flatMap((entry) =>
    entry.versions.map((version): Target => ({ href: pageOf(site, entry, version), title: titleOf(entry, version) })),
  );
  return { anchor: site.site.baseUrl + API_CATALOG_PATH, item };
}

const linksOf =
  (site: Discoverable) =>
  (entry: ApiListEntry): readonly object[] =>
    entry.versions.map((version) => {
      const { formats } = site;
      const inFormat = (format: Format): Target => ({
        href:
          format.name === 'html' && site.site.pageEnding !== undefined
            ? pageOf(site, entry, version)
            : addressOf(site, entry, version, format.extension),
        type: format.mediaTypes[0],
        title: format.title,
      });
      const ofApis = formats.filter(({ levels }) => levels.includes('api'));
      return {
        anchor: pageOf(site, entry, version),
        'service-desc': ofApis.filter(({ isServiceDescription }) => isServiceDescription === true).map(inFormat),
        'service-doc': ofApis.filter(({ isInWords }) => isInWords === true).map(inFormat),
      };
    });

function pageOf(site: Discoverable, entry: ApiListEntry, version: number): string {
  return addressOf(site, entry, version, site.site.pageEnding);
}

function addressOf({ site }: Discoverable, { name }: ApiListEntry, version: number, extension?: string): string {
  return site.baseUrl + documentPath({ level: 'api', api: name, version }, extension);
}

function titleOf({ title, versions }: ApiListEntry, version: number): string {
  return versions.length > 1 ? `${title}, version ${version}` : title;
}
