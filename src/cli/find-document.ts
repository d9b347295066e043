import { closeNames } from '../model/close-names.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import type { Outline } from '../store/contract.ts';

export type Finding = { readonly kind: 'found'; readonly reference: DocumentReference } | { readonly kind: 'unknown'; readonly message: string };

/** What there is to find. */
export interface Catalogue {
  entries(): readonly ApiListEntry[];
  outline(api: string, version: number): Outline | undefined;
}

/** Reads `<api>[-v<version>][/<service>]` as URLs are read: an exact name of an API wins over a name with a version. */
export function findDocument(name: string, catalogue: Catalogue): Finding {
  const [apiPart = '', ...rest] = name.split('/');
  const api = findApi(apiPart, catalogue);
  if ('message' in api) return { kind: 'unknown', message: api.message };
  const outline = catalogue.outline(api.api, api.version);
  if (rest.length === 0 || outline === undefined) return { kind: 'found', reference: { level: 'api', ...api } };
  const place = `version ${api.version} of ${api.api}`;
  const [first = '', second, ...more] = rest;
  if (more.length > 0) return { kind: 'unknown', message: `${JSON.stringify(name)} names no document.` };
  if (second === undefined) {
    if (first === 'schemas') return { kind: 'found', reference: { level: 'schema-index', ...api } };
    return outline.services.has(first)
      ? { kind: 'found', reference: { level: 'service', ...api, service: first } }
      : unknown(`service of ${place}`, first, outline.services);
  }
  if (first === 'schemas') {
    return outline.schemas.has(second)
      ? { kind: 'found', reference: { level: 'schema', ...api, schema: second } }
      : unknown(`schema of ${place}`, second, outline.schemas);
  }
  if (first !== 'groups') return { kind: 'unknown', message: `${JSON.stringify(name)} names no document.` };
  return outline.groups.has(second)
    ? { kind: 'found', reference: { level: 'group', ...api, group: second } }
    : unknown(`group of ${place}`, second, outline.groups);
}

function findApi(name: string, catalogue: Catalogue): { readonly api: string; readonly version: number } | { readonly message: string } {
  const entries = catalogue.entries();
  const exact = entries.find((entry) => entry.name === name);
  if (exact !== undefined) return { api: exact.name, version: exact.defaultVersion };
  const [, api, version] = /^(.+)-v(\d+)$/su.exec(name) ?? [];
  const versioned = entries.find((entry) => entry.name === api);
  if (versioned === undefined) {
    return {
      message: messageFor(
        'API',
        api ?? name,
        entries.map((entry) => entry.name),
      ),
    };
  }
  const wanted = versioned.versions.find((number) => String(number) === version);
  if (wanted === undefined) return { message: `There is no version ${version} of ${versioned.name}; there are ${versioned.versions.join(', ')}.` };
  return { api: versioned.name, version: wanted };
}

function unknown(kind: string, name: string, names: Iterable<string>): Finding {
  return { kind: 'unknown', message: messageFor(kind, name, names) };
}

function messageFor(kind: string, name: string, names: Iterable<string>): string {
  const close = closeNames(name, names);
  return `There is no ${kind} ${JSON.stringify(name)}.${close.length === 0 ? '' : ` Did you mean ${close.join(' or ')}?`}`;
}
