import { closeNames } from '../model/close-names.ts';
import type { DocumentReference } from '../model/locations.ts';
import { VERSION_MARK } from '../model/locations.ts';
import type { DocumentationStore } from '../store/contract.ts';
import type { ApiVersion } from '../store/document-names.ts';
import { DocumentNames, splitVersion } from '../store/document-names.ts';

type Finding = { readonly kind: 'found'; readonly reference: DocumentReference } | { readonly kind: 'unknown'; readonly message: string };

/** Reads `<api>[-v<version>][/<service>]` as URLs are read; what is not there is told with close names. */
export function findDocument(name: string, catalogue: Pick<DocumentationStore, 'entries' | 'outline'>): Finding {
  const names = new DocumentNames(catalogue);
  const path = name.split('/');
  const reference = names.find(path);
  if (reference !== undefined) return { kind: 'found', reference };
  const [apiSegment = '', first, second, ...more] = path;
  const place = names.findVersion(apiSegment);
  if (place === undefined) return { kind: 'unknown', message: unknownApi(apiSegment, names) };
  return { kind: 'unknown', message: (more.length === 0 ? unknownPart(place, first, second) : undefined) ?? `${JSON.stringify(name)} names no document.` };
}

function unknownPart({ api, version, outline }: ApiVersion, first: string | undefined, second: string | undefined): string | undefined {
  const place = `version ${version} of ${api}`;
  if (first === undefined) return undefined;
  if (second === undefined) return unknown(`service of ${place}`, first, outline.services);
  if (first === 'schemas') return unknown(`schema of ${place}`, second, outline.schemas);
  return first === 'groups' ? unknown(`group of ${place}`, second, outline.groups) : undefined;
}

function unknownApi(segment: string, { apis }: DocumentNames): string {
  const { api } = splitVersion(segment);
  const entry = apis.get(api);
  if (entry === undefined) return unknown('API', api, apis.keys());
  return `There is no version ${segment.slice(api.length + VERSION_MARK.length)} of ${api}; there are ${entry.versions.join(', ')}.`;
}

function unknown(kind: string, name: string, names: Iterable<string>): string {
  const close = closeNames(name, names);
  return `There is no ${kind} ${JSON.stringify(name)}.${close.length === 0 ? '' : ` Did you mean ${close.join(' or ')}?`}`;
}
