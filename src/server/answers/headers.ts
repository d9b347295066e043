import type { Format } from '../../formats/contract.ts';
import { ACTIVE_TYPE, pagePolicy, READABLE, REFERRER_POLICY, utf8Type } from '../../http/document-fields.ts';
import { type HeaderList, valuesOf, withoutFields } from '../../http/header-list.ts';
import { extensionIn } from '../../model/language.ts';
import { type DocumentReference, documentPath, relativePath } from '../../model/locations.ts';
import type { Companion } from '../../store/contract.ts';

/** Header fields of answers that browsers show as a document. */
function ofPages(origins: readonly string[]): readonly string[] {
  return ['Content-Security-Policy', pagePolicy(origins), 'Referrer-Policy', REFERRER_POLICY];
}

/** Header fields of pages that call no other origin; only pages with operations to try call others. */
const OF_PAGES = ofPages([]);

/** Returns the header fields that every HTML answer has. */
export function pageHeaders(): readonly string[] {
  return ['Content-Type', utf8Type('text/html'), ...OF_PAGES, 'Vary', 'Accept'];
}

/**
 * Returns the header fields of an answer with content, including problems.
 * @param origins origins that scripts of a page may call
 */
export function contentHeaders(mediaType: string, origins: readonly string[] = []): readonly string[] {
  const ownPolicy = origins.length === 0 ? OF_PAGES : ofPages(origins);
  const policy = ACTIVE_TYPE.test(mediaType) ? ownPolicy : [];
  return ['Content-Type', utf8Type(mediaType), ...policy, ...READABLE];
}

export function redirectionHeaders(location: string): readonly string[] {
  return ['Location', location, 'Content-Length', '0', 'Cache-Control', 'no-cache', ...READABLE];
}

/** One document in one format, as it is sent. */
export interface SentRepresentation {
  readonly document: DocumentReference;
  readonly format: Format | Companion;
  readonly mediaType: string;
  /** Whether the path determines the format, instead of Accept. */
  readonly isTwin: boolean;
  /** Language of the twin; null for the default language. */
  readonly language: string | null;
  /** Language of the content; null if the site has no languages. `isNegotiated`: the site has several. */
  readonly spoken: { readonly tag: string; readonly isNegotiated: boolean } | null;
  /** Null in development. */
  readonly entityTag: string | null;
  /** Origins that scripts of the page may call, so that readers can try the operations of a service. */
  readonly origins: readonly string[];
}

/** Returns the header fields for caches, without the entity tag. @param location path of the twin with the content */
export function cachingHeaders({
  location,
  isTwin,
  spoken,
}: Pick<SentRepresentation, 'isTwin' | 'spoken'> & { readonly location: string }): readonly string[] {
  return [
    'Vary',
    [
      ...(isTwin ? ['Accept-Encoding'] : ['Accept', 'Accept-Encoding']),
      ...(!isTwin && spoken?.isNegotiated === true ? ['Accept-Language'] : []),
    ].join(', '),
    'Cache-Control',
    'no-cache',
    'Content-Location',
    location,
    ...(spoken === null ? [] : ['Content-Language', spoken.tag]),
  ];
}

/**
 * Returns the validators and the fields for caches, all of which a 304 repeats.
 * @see RFC 9110 §15.4.5
 */
function validatorHeaders(sent: SentRepresentation): readonly string[] {
  const { document, format, language, entityTag } = sent;
  const location = documentPath(document, extensionIn(language, format.extension));
  return [...cachingHeaders({ ...sent, location }), ...(entityTag === null ? [] : ['ETag', entityTag])];
}

/** Header fields of a 304, which has no content. */
export function notModifiedHeaders(sent: SentRepresentation): readonly string[] {
  return [...validatorHeaders(sent), ...READABLE];
}

/**
 * Returns the header fields of a 200, except Content-Encoding and Content-Length.
 * @param own fields that a custom format has set
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
    ...contentHeaders(mediaType, sent.format.name === 'html' ? sent.origins : []),
    ...others,
    ...validatorHeaders(sent),
    ...(alternates === '' ? [] : ['Link', alternates]),
  ];
}

/**
 * Formats the links to the other formats of the document. Targets are relative, since this field is the longest of all.
 * @see RFC 8288 §3.1: targets are resolved against the requested URL
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
