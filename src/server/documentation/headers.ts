import type { Format } from '../../formats/contract.ts';
import { type HeaderList, valuesOf, withoutFields } from '../../http/header-list.ts';
import { extensionIn } from '../../model/language.ts';
import { type DocumentReference, documentPath, relativePath } from '../../model/locations.ts';

/**
 * A second policy, which browsers enforce beside the first: scripts and styles have to satisfy both, so they come from
 * this origin and from this folder, and never from what a published API answers elsewhere on the origin. `'self'`
 * cannot have a path, and a host of its own would have to be configured or believed. Both schemes are named: WebKit
 * takes no `*:*` without one, and loads nothing then.
 * @see CSP Level 3 §2.3.1 (host-source), §8.1 (the effect of multiple policies)
 */
export const OWN_FOLDER_POLICY = ['script-src', 'style-src']
  .map((directive) => `${directive} http://*:*/_astro/ https://*:*/_astro/`)
  .join('; ');

/** No inline script or style, no foreign origin, no frame around the page. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  `base-uri 'none'; form-action 'self'; frame-ancestors 'none', ${OWN_FOLDER_POLICY}`;

/** On what browsers show as a document: addresses of this site, which may name what is protected, stay here. */
const OF_PAGES = ['Content-Security-Policy', CONTENT_SECURITY_POLICY, 'Referrer-Policy', 'same-origin'] as const;

/** What browsers show as a document that may hold scripts. */
const ACTIVE_TYPE = /^(text\/html|[^;]*[/+]xml)\s*(;|$)/i;

export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** How long a browser may remember the answer to a preflight request; a day, which is more than browsers do. */
const PREFLIGHT_SECONDS = '86400';

/** On every answer. */
const ALWAYS = ['X-Content-Type-Options', 'nosniff'] as const;

/** On what scripts of other origins may read; the headers named are those that they would not see otherwise. */
const READABLE = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Content-Location, ETag, Link',
  ...ALWAYS,
] as const;

/** Of the answer to OPTIONS. */
export const OPTIONS_HEADERS: readonly string[] = [
  'Allow',
  ALLOWED_METHODS.join(', '),
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Allow-Methods',
  ALLOWED_METHODS.join(', '),
  'Access-Control-Allow-Headers',
  'Accept, If-None-Match',
  'Access-Control-Max-Age',
  PREFLIGHT_SECONDS,
  ...ALWAYS,
];

/** Of HTML wherever it is sent. */
export function pageHeaders(): readonly string[] {
  return ['Content-Type', contentType('text/html'), ...OF_PAGES, 'Vary', 'Accept'];
}

/** Of an answer that is content or says something about it: problems, redirections. */
export function contentHeaders(mediaType: string): readonly string[] {
  const policy = ACTIVE_TYPE.test(mediaType) ? OF_PAGES : [];
  return ['Content-Type', contentType(mediaType), ...policy, ...READABLE];
}

export function redirectionHeaders(location: string): readonly string[] {
  return ['Location', location, 'Content-Length', '0', 'Cache-Control', 'no-cache', ...READABLE];
}

/** One document in one format, as it is sent. */
export interface SentRepresentation {
  readonly document: DocumentReference;
  readonly format: Format;
  readonly mediaType: string;
  /** Asked for by the path, not by Accept. */
  readonly isTwin: boolean;
  /** Of the twin, where it is not the default one. */
  readonly language: string | null;
  /** What it is written in; null where the site says nothing of languages. `isNegotiated`: there are others. */
  readonly spoken: { readonly tag: string; readonly isNegotiated: boolean } | null;
  /** Null while developing. */
  readonly entityTag: string | null;
}

/**
 * Validators and what caches need to know: all that a 304 repeats.
 * @see RFC 9110 §15.4.5
 */
function validatorHeaders({
  document,
  format,
  isTwin,
  entityTag,
  language,
  spoken,
}: SentRepresentation): readonly string[] {
  return [
    'Vary',
    [
      ...(isTwin ? ['Accept-Encoding'] : ['Accept', 'Accept-Encoding']),
      ...(!isTwin && spoken?.isNegotiated === true ? ['Accept-Language'] : []),
    ].join(', '),
    'Cache-Control',
    'no-cache',
    'Content-Location',
    documentPath(document, extensionIn(language, format.extension)),
    ...(spoken === null ? [] : ['Content-Language', spoken.tag]),
    ...(entityTag === null ? [] : ['ETag', entityTag]),
  ];
}

/** Of a 304: no header about content that is not there. */
export function notModifiedHeaders(sent: SentRepresentation): readonly string[] {
  return [...validatorHeaders(sent), ...READABLE];
}

/**
 * Of a 200, but for Content-Encoding and Content-Length.
 * @param own what a custom format has set
 */
export function representationHeaders(
  sent: SentRepresentation,
  formats: readonly Format[],
  own: HeaderList = [],
): readonly string[] {
  const alternates = alternatesOf(sent, formats);
  const [mediaType = sent.mediaType] = valuesOf(own, 'content-type');
  const others = withoutFields(own, (name) => name === 'content-type');
  return [
    ...contentHeaders(mediaType),
    ...others,
    ...validatorHeaders(sent),
    ...(alternates === '' ? [] : ['Link', alternates]),
  ];
}

/**
 * The other formats of the document. Targets are relative: this field is the longest of an answer.
 * @see RFC 8288 §3.1: they are resolved against the URL that was asked for
 */
function alternatesOf({ document, format, language }: SentRepresentation, formats: readonly Format[]): string {
  return formats
    .filter((other) => other !== format && other.levels.includes(document.level))
    .map((other) => {
      const extension = extensionIn(other.isInWords === true ? language : null, other.extension);
      const type = other.mediaTypes[0].replaceAll('"', '\\"');
      return `<${relativePath(document, extension)}>; rel="alternate"; type="${type}"`;
    })
    .join(', ');
}

/** Text is UTF-8, and says so: without the parameter some readers take it for something else. */
function contentType(mediaType: string): string {
  return /^text\//i.test(mediaType) && !/charset=/i.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}
