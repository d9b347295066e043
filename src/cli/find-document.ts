import { closeNames } from '../model/close-names.ts';
import { type DocumentReference, levelInFolder, VERSION_MARK, versionedName } from '../model/locations.ts';
import type { DocumentationStore } from '../store/contract.ts';
import { type ApiVersion, DocumentNames, splitVersion } from '../store/document-names.ts';

/** Listed where a document does not exist. */
const MOST_NAMES = 8;

type Finding =
  | { readonly kind: 'found'; readonly reference: DocumentReference }
  | { readonly kind: 'unknown'; readonly message: string };

/** Reads `<api>[-v<version>][/<service>]` as URLs are read; what is not there is reported with close names. */
export function findDocument(name: string, catalogue: Pick<DocumentationStore, 'entries' | 'outline'>): Finding {
  const names = new DocumentNames(catalogue);
  const path = name.split('/');
  const reference = names.find(path);
  if (reference !== undefined) return { kind: 'found', reference };
  const [apiSegment = '', first, second, ...more] = path;
  const place = names.findVersion(apiSegment);
  if (place === undefined) return { kind: 'unknown', message: unknownApi(apiSegment, names) };
  return {
    kind: 'unknown',
    message:
      (more.length === 0 ? unknownPart(place, first, second, names) : undefined) ??
      `There is no document ${JSON.stringify(name)}.`,
  };
}

function unknownPart(
  place: ApiVersion,
  first: string | undefined,
  second: string | undefined,
  names: DocumentNames,
): string | undefined {
  const { api, version, outline } = place;
  const lacks = (kind: string, name: string): string =>
    `Version ${version} of ${api} has no ${kind} ${JSON.stringify(name)}`;
  if (first === undefined) return undefined;
  if (second === undefined) {
    const others = (names.apis.get(api)?.versions ?? []).filter(
      (other) => names.find([versionedName(api, other), first]) !== undefined,
    );
    if (others.length > 0) return `${lacks('service', first)}; version ${others.join(', ')} has one.`;
    return withNames(lacks('service', first), first, outline.services);
  }
  const level = levelInFolder(first);
  return level && withNames(lacks(level, second), second, outline[`${level}s`]);
}

function unknownApi(segment: string, { apis }: DocumentNames): string {
  const { api } = splitVersion(segment);
  const entry = apis.get(api);
  if (entry === undefined) return withNames(`There is no API ${JSON.stringify(api)}`, api, new Set(apis.keys()));
  return `There is no version ${segment.slice(api.length + VERSION_MARK.length)} of ${api}. Its versions are ${entry.versions.join(', ')}.`;
}

/** A few names are all listed where none is close. */
function withNames(problem: string, name: string, names: ReadonlySet<string>): string {
  const close = closeNames(name, names);
  if (close.length > 0) return `${problem}. Did you mean ${close.join(' or ')}?`;
  return names.size === 0 || names.size > MOST_NAMES ? `${problem}.` : `${problem}. Write ${[...names].join(' or ')}.`;
}
