import { isToken } from '../model/media-types.ts';
import {
  cookieText,
  type FilledValue,
  headerText,
  pathText,
  percentEncode,
  queryParts,
} from '../model/parameter-styles.ts';
import { filledServer, isExactUrl, usualUrl } from '../model/servers.ts';
import { filledPath, queryText, withQuery } from '../presentation/addresses.ts';
import { curlCommand } from '../presentation/samples/languages/curl.ts';
import { type FormField, isPastable } from '../presentation/samples/sample-request.ts';
import type { TrialServer } from '../presentation/trying/trial.ts';
import type { TrialField, TrialParameter } from '../presentation/trying/trial-fields.ts';
import { type LogIn, shownCredentials } from './log-in.ts';

/** Request to send, without its log-in. */
export interface TriedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Parts that browsers do not let pages send; only the curl command has them. */
  readonly forCurl?: { readonly cookies: readonly string[]; readonly headers: TriedRequest['headers'] };
  readonly body: TriedBody | null;
}

export type TriedBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly file: File }
  | {
      readonly kind: 'form';
      readonly isMultipart: boolean;
      readonly fields: readonly TriedField[];
    };

/** Field of a form; a null value means the file. */
export type TriedField = readonly [
  name: string,
  value: string | null,
  part: NonNullable<FormField[2]> & { readonly file?: File },
];

/** Values that the reader has entered in a form. */
export interface FilledForm {
  readonly method: string;
  /** Address of the site that the page belongs to, for a server there. */
  readonly site: string;
  readonly server: TrialServer;
  /** Variables of the server with their values; left out: the server has none. */
  readonly variables?: readonly (readonly [variable: TrialField, value: FilledValue | null])[];
  /** Parameters with their values; null: the field is empty. */
  readonly parameters: readonly (readonly [parameter: TrialParameter, value: FilledValue | null])[];
  readonly accept: string | null;
  /** Value of the header field `Prefer`, by which the reader chooses an answer; `''` for none. */
  readonly prefer?: string;
  /** Media type of the body; null if there is none. For a multipart form, the browser sets its own. */
  readonly bodyType: string | null;
  readonly body: TriedBody | null;
}

/** Reason why a form cannot be sent. */
export interface Obstacle {
  readonly kind: 'empty' | 'dots' | 'header' | 'url';
  /** Location of the parameter; null, with the name `''`, for the URL as a whole. */
  readonly place: TrialParameter['place'] | null;
  readonly name: string;
}

/** Dot segment, plain or percent-encoded, which browsers remove from a path. @see URL Standard §4.4 */
const DOTS = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i;
/** Characters that a header field can contain: bytes, but no control characters (RFC 9110 §5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a parameter may have an empty value: not in a path, and not if it is the whole query. */
export function mayBeEmpty({ place }: TrialParameter): boolean {
  return place !== 'path' && place !== 'querystring';
}

/**
 * Builds the request of a form, to the operation's path on the chosen server. Obstacles report missing required values
 * and values that cannot be sent. The parameter's name in upper case replaces a missing path value, and a header value
 * that cannot be sent; other missing values are left out, and a path with dot segments stays as typed.
 */
export function requestOf(form: FilledForm): {
  readonly request: TriedRequest;
  /** URL of the server. */
  readonly base: string;
  readonly obstacles: readonly Obstacle[];
} {
  const { method, server, site, accept, prefer = '', bodyType, body } = form;
  const parameters = form.parameters.filter(([{ isUnsendable }]) => isUnsendable !== true);
  const obstacles: Obstacle[] = [];
  const path = pathOf(server.path, parameters, obstacles);
  for (const [{ place, name, required }, value] of server.isViaServer === true ? form.parameters : parameters)
    if (required === true && value === null && place !== 'path') obstacles.push({ kind: 'empty', place, name });
  const query = parameters.flatMap(([parameter, value]): readonly string[] => {
    if (value === null) return [];
    if (parameter.place === 'querystring') return value.kind === 'text' ? [queryText(value.text)] : [];
    return parameter.place === 'query' ? queryParts(parameter.name, value, parameter) : [];
  });
  const headers = parameters.flatMap(([parameter, value]): TriedRequest['headers'] => {
    if (parameter.place !== 'header' || value === null) return [];
    const text = headerText(value, parameter);
    if (FIELD_VALUE.test(text)) return [[parameter.name, text]];
    obstacles.push({ kind: 'header', place: 'header', name: parameter.name });
    return [[parameter.name, parameter.name.toUpperCase()]];
  });
  const base = server.url === '' ? site : baseOf(form, obstacles);
  const url = withQuery(base + path, query);
  const { origin } = URL.parse(server.url === '' ? site : usualUrl(server)) ?? {};
  if (!leadsTo(url, base, origin)) obstacles.push({ kind: 'url', place: null, name: '' });
  const isTyped = body?.kind === 'form' && body.isMultipart;
  return {
    request: {
      method,
      url,
      headers: [
        ...(accept === null ? [] : [['Accept', accept] as const]),
        ...(prefer === '' ? [] : [['Prefer', prefer] as const]),
        ...(body === null || bodyType === null || isTyped ? [] : [['Content-Type', bodyType] as const]),
        ...headers,
      ],
      ...(parameters.length === form.parameters.length ? {} : { forCurl: partsForCurl(form) }),
      body,
    },
    base,
    obstacles,
  };
}

/** Cookies that curl, and the server of the documentation, can send: of parameters, and of a log-in. */
export function cookiesOf({ forCurl }: TriedRequest, logIn: LogIn | null): readonly string[] {
  const ofLogIn = (logIn?.credentials ?? []).flatMap((one) => {
    const secret = one.kind === 'cookie' ? (logIn?.secrets.get(one.name) ?? '') : '';
    return one.kind === 'cookie' && secret !== '' ? [`${one.name}=${secret}`] : [];
  });
  return [...(forCurl?.cookies ?? []), ...ofLogIn];
}

/** Cookies and header fields that only curl sends; the name in upper case takes the place of a required value. */
function partsForCurl({ parameters }: FilledForm): NonNullable<TriedRequest['forCurl']> {
  const filled = parameters.flatMap(([parameter, value]) => {
    const { name, required, isUnsendable } = parameter;
    const sent = value ?? (required === true ? { kind: 'text' as const, text: name.toUpperCase() } : null);
    return isUnsendable !== true || sent === null ? [] : [[parameter, sent] as const];
  });
  const placed = (place: TrialParameter['place']): typeof filled => filled.filter(([own]) => own.place === place);
  return {
    cookies: placed('cookie')
      .filter(([{ name }]) => isToken(name))
      .map(([parameter, value]) => cookieText(parameter.name, value, parameter)),
    headers: placed('header').map(([parameter, value]) => [parameter.name, headerText(value, parameter)] as const),
  };
}

/** URL of the chosen server with its variables, which must not change how programs read it. */
function baseOf({ server, variables = [] }: FilledForm, obstacles: Obstacle[]): string {
  const filled = variables.map(([{ name, required }, value]) => {
    const text = value?.kind === 'text' ? value.text : '';
    if (text === '' && required === true) obstacles.push({ kind: 'empty', place: 'server', name });
    return [name, text === '' && required === true ? name.toUpperCase() : text] as const;
  });
  const url = filledServer(server.url, new Map(filled));
  if (filled.length > 0 && !isExactUrl(url)) obstacles.push({ kind: 'url', place: null, name: '' });
  return url;
}

function pathOf(template: string, parameters: FilledForm['parameters'], obstacles: Obstacle[]): string {
  const names: string[] = [];
  const path = filledPath(template, (name) => {
    names.push(name);
    const [parameter, value] = parameters.find(([{ place, name: own }]) => place === 'path' && own === name) ?? [];
    if (parameter && value) return pathText(name, value, parameter);
    obstacles.push({ kind: 'empty', place: 'path', name });
    return percentEncode(name.toUpperCase());
  });
  // In a path without parameters, dot segments come from the descriptor.
  if (names.length > 0 && DOTS.test(path.split(/[?#]/, 1)[0] ?? ''))
    obstacles.push({ kind: 'dots', place: 'path', name: names.join(', ') });
  return path;
}

/** Whether browsers resolve `url` to an origin, at or below the path of `base`. */
function leadsTo(url: string, base: string, origin: string | undefined): boolean {
  const [target, start] = [URL.parse(url), URL.parse(base)];
  if (target === null || start === null || !/^https?:$/.test(target.protocol)) return false;
  const folder = start.pathname.replace(/\/$/, '');
  return target.origin === origin && `${target.pathname}/`.startsWith(`${folder}/`);
}

/** Formats a curl command without secrets: curl prompts for passwords, and placeholders replace tokens and keys. */
export function curlOf({ method, url, headers, forCurl, body }: TriedRequest, logIn: LogIn | null): string {
  const credentials = shownCredentials(logIn);
  const keys = credentials.flatMap((one) =>
    one.kind === 'query' ? [`${percentEncode(one.name)}=${one.placeholder}`] : [],
  );
  const shown = body?.kind === 'text' && !isPastable(body.text) ? ({ kind: 'file', name: 'body' } as const) : body;
  // curl sets the type of a form itself.
  const named = headers.filter(([name]) => body?.kind !== 'form' || name !== 'Content-Type');
  return curlCommand({
    method,
    url: withQuery(url, keys),
    headers: [...named, ...(forCurl?.headers ?? [])],
    credentials,
    cookies: forCurl?.cookies ?? [],
    body: shown,
  });
}
