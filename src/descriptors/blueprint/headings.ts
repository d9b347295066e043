/** Heading that begins a section of its own. */
export type Heading =
  | { readonly kind: 'types' }
  | { readonly kind: 'group'; readonly name: string }
  /** Heading in the form of a resource or an action that is neither: no method, no path. */
  | { readonly kind: 'wrong'; readonly call: string }
  /** `uri` is as written, without spaces. */
  | { readonly kind: 'resource'; readonly name: string; readonly uri: string }
  /** `begins` is true for a heading with a method and a URI, which is a resource too. */
  | {
      readonly kind: 'action';
      readonly name: string;
      readonly method: string;
      readonly uri: string | null;
      readonly begins: boolean;
    };

const METHODS = new Set(
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY LINK UNLINK COPY MOVE LOCK UNLOCK MKCOL PROPFIND ' +
    'PROPPATCH PURGE SEARCH REPORT'
  ).split(' '),
);
/** Path without the slash at its beginning. */
const RELATIVE = /^[^\s/{]*[/{]\S*$/;
const MEDIA_TYPE = /^(?:application|audio|font|image|message|model|multipart|text|video)\/[^\s/{]+$/;
/** Maximum length of a heading that begins a section; longer ones are text. */
const LONGEST_TITLE = 1000;

/** Recognises a heading by its title; null for one that is text. */
export function headingOf({ title }: { readonly title: string }): Heading | null {
  if (title.length > LONGEST_TITLE) return null;
  if (/^Data Structures?$/i.test(title)) return { kind: 'types' };
  if (/^Group\s/i.test(title)) return { kind: 'group', name: title.slice('Group '.length).trim() };
  const bracket = title.endsWith(']') ? title.lastIndexOf('[') : -1;
  const call = bracket === -1 ? title : title.slice(bracket + 1, -1).trim();
  const [method = '', ...words] = call.split(/\s+/);
  const isAction = METHODS.has(method);
  const written = bracket === -1 ? '' : title.slice(0, bracket).trim();
  // A method alone, as in “GET [GET /books]”, is no name.
  const name = isAction && METHODS.has(written) ? '' : written;
  const uri = (isAction ? words : [method, ...words]).join(' ').replaceAll(/ ?, ?/g, ',');
  if (isAction && uri === '') return { kind: 'action', method, begins: false, ...inBrackets(name) };
  const isUri =
    /^(?:[/{]|https?:\/\/)\S*$/i.test(uri) || (bracket !== -1 && RELATIVE.test(uri) && !MEDIA_TYPE.test(uri));
  const isCall = isAction || /^(?:[A-Z]{3,}(?: [/{]|$)|[/{]|\S+$)/.test(uri);
  if (!isUri) return bracket !== -1 && isCall && !MEDIA_TYPE.test(uri) ? { kind: 'wrong', call } : null;
  if (isAction) return { kind: 'action', name, method, uri, begins: bracket === -1 };
  return bracket === -1 && !uri.startsWith('/') ? null : { kind: 'resource', name, uri };
}

/** Splits a name with a URI in brackets, `Books [/books]`: in `Books [/books] [GET]` it precedes the method. */
function inBrackets(name: string): { readonly name: string; readonly uri: string | null } {
  const bracket = name.endsWith(']') ? name.lastIndexOf('[') : -1;
  const uri = name.slice(bracket + 1, -1).trim();
  return bracket !== -1 && /^[/{]\S*$/.test(uri) ? { name: name.slice(0, bracket).trim(), uri } : { name, uri: null };
}
