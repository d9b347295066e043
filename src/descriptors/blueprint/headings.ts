/** Heading that begins a section of its own. */
export type Heading =
  | { readonly kind: 'types' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'resource'; readonly name: string; readonly uri: string }
  /** `begins` is true for a heading with a method and a URI, which is a resource too. */
  | {
      readonly kind: 'action';
      readonly name: string;
      readonly method: string;
      readonly uri: string | null;
      readonly begins: boolean;
    };

const METHOD =
  '(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT|QUERY|LINK|UNLINK|COPY|MOVE|LOCK|UNLOCK|MKCOL|PROPFIND|PROPPATCH|PURGE)';
const URI = String.raw`(?:\/|\{)[^\s\]]*(?:\s*,\s*[^\s\]]+)*`;
const GROUP = /^Group\s+(.+)$/i;
const TYPES = /^Data Structures?$/i;
const ACTION = new RegExp(String.raw`^(?:(.*\S)?\s*\[(${METHOD})(?:\s+(${URI}))?\s*\]|(${METHOD}))$`);
const CALL = new RegExp(String.raw`^(${METHOD})\s+(${URI})$`);
const RESOURCE = new RegExp(String.raw`^(?:(.*\S)?\s*\[(${URI})\s*\]|(\/\S*))$`);
/** Maximum length of a heading that begins a section; longer ones are text. */
const LONGEST_TITLE = 1000;

/** Recognises a heading by its title; null for one that is text. */
export function headingOf({ title }: { readonly title: string }): Heading | null {
  if (title.length > LONGEST_TITLE) return null;
  if (TYPES.test(title)) return { kind: 'types' };
  const [, group] = GROUP.exec(title) ?? [];
  if (group !== undefined) return { kind: 'group', name: group };
  const [, callMethod, callUri] = CALL.exec(title) ?? [];
  if (callMethod !== undefined)
    return { kind: 'action', name: '', method: callMethod, uri: withoutSpaces(callUri), begins: true };
  const [isAction, name = '', named, ownUri, bare] = ACTION.exec(title) ?? [];
  const uri = ownUri === undefined ? null : withoutSpaces(ownUri);
  if (isAction !== undefined) return { kind: 'action', name, method: named ?? bare ?? '', uri, begins: false };
  const [isResource, resourceName = '', resourceUri, bareUri] = RESOURCE.exec(title) ?? [];
  if (isResource === undefined) return null;
  return { kind: 'resource', name: resourceName, uri: withoutSpaces(resourceUri ?? bareUri) };
}

function withoutSpaces(uri = '/'): string {
  return uri.replaceAll(/\s/g, '');
}
