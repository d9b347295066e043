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

/** Header fields of pages that call no other origin; only pages with operations to try do. */
const OF_PAGES = ofPages([]);

/** Header fields of HTML wherever it is sent. */
export function pageHeaders(): readonly string[] {
  return ['Content-Type', utf8Type('text/html'), ...OF_PAGES, 'Vary', 'Accept'];
}

/**
 * Header fields of an answer with content, problems included.
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
  /** The path states the format, not Accept. */
  readonly isTwin: boolean;
  /** Language of the twin, where it is not the default one. */
  readonly language: string | null;
  /** Language of the content; null where the site has no languages. `isNegotiated`: there are others. */
  readonly spoken: { readonly tag: string; readonly isNegotiated: boolean } | null;
  /** Null while developing. */
  readonly entityTag: string | null;
  /** Origins that scripts of the page may call: of services whose operations may be tried there. */
  readonly origins: readonly string[];
}

/** Header fields that caches need, but for the entity tag. @param location path of the content, as its twin */
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
 * Validators and the fields that caches need: all that a 304 repeats.
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
 * Header fields of a 200, but for Content-Encoding and Content-Length.
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
