import type { MediaRange } from '../http/accept.ts';
import { isAscii, isSameType, type MediaType, parseMediaType } from '../http/grammar.ts';
import { matchesSuffix, negotiate } from '../http/negotiate.ts';
import { isJsonMediaType } from '../model/media-types.ts';
import type { Operation } from '../model/operation.ts';
import { vendorMediaType } from './routing/versions.ts';

/** Media types to send if a descriptor offers a range. */
const CONCRETE_TYPES: ReadonlyMap<string, string> = new Map([
  ['*', 'application/json'],
  ['application', 'application/json'],
  ['text', 'text/plain'],
  ['image', 'image/png'],
  ['audio', 'audio/mpeg'],
  ['video', 'video/mp4'],
]);

/** Methods for which the service's media types apply if an operation describes no body. */
const USUAL_BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
/** HAL is accepted as JSON, as in Laminas; other types that end in `+json` have meanings of their own. */
const HAL = 'application/hal+json';

/**
 * Media types that an answer of an operation can have: first those of the descriptor, then aliases of its JSON type
 * (the service's JSON types and the vendor type). Empty: the answer has no content, or none is described.
 */
export function responseTypes(operation: Operation): readonly string[] {
  const { service } = operation;
  const successes = operation.getResponses().filter(({ status }) => status.startsWith('2'));
  const described =
    successes.length > 0 ? successes : operation.getResponses().filter(({ status }) => status === 'default');
  const types =
    described.length === 0
      ? service.getResponseContentTypes()
      : described.flatMap(({ response }) => Object.keys(response.content ?? {}));
  if (!types.some(isJsonMediaType)) return unique(types);
  return unique([...types, ...service.getRequestAcceptTypes().filter(isJsonMediaType), ...vendorTypes(operation)]);
}

/** Media types that the body of a request may have. Empty: none is described, and all are accepted. */
export function requestTypes(operation: Operation): readonly string[] {
  const body = operation.getRequestBody();
  const isUsual = USUAL_BODY_METHODS.has(operation.getHttpMethod());
  const types =
    body !== null ? Object.keys(body.value.content) : isUsual ? operation.service.getRequestContentTypes() : [];
  if (!types.some(isJsonMediaType)) return unique(types);
  return unique([...types, ...(types.includes('application/json') ? [HAL] : []), ...vendorTypes(operation)]);
}

function vendorTypes({ service: { api } }: Operation): readonly string[] {
  const type = vendorMediaType(api.getName(), api.getVersion());
  return type === null ? [] : [type];
}

function unique(types: readonly string[]): readonly string[] {
  return [...new Set(types)];
}

interface MediaTypeChoice {
  /** Media type to send. */
  readonly mediaType: string;
  /** Media type or range that the descriptor offers. */
  readonly offered: string;
}

/**
 * Chooses among the media types of a descriptor as {@link negotiate} does; a range becomes the type that the client
 * names.
 * @param offered entries that are not media types, or not valid in Content-Type, are never chosen
 */
export function chooseMediaType(accept: string | undefined, offered: readonly string[]): MediaTypeChoice | undefined {
  const offers = offered.filter(isAscii).map((text) => ({ name: text, mediaTypes: [text] as const }));
  const choice = negotiate(accept, offers);
  return choice && { mediaType: concrete(choice.mediaType, choice.range), offered: choice.mediaType };
}

/** Whether a described media type or range includes the media type of a body. */
export function fitsMediaType(sent: MediaType, described: readonly string[]): boolean {
  return described.some((text) => {
    const { type = '', subtype = '' } = parseMediaType(text) ?? {};
    if (isSameType({ type, subtype }, sent)) return true;
    return (type === '*' || type === sent.type) && (subtype === '*' || matchesSuffix(subtype, sent.subtype));
  });
}

/** Type to send for an offered range: the type that the client names, else the usual type of the range. */
function concrete(offered: string, range: MediaRange | undefined): string {
  const { type, subtype } = parseMediaType(offered) ?? {};
  if (type === undefined || !subtype?.startsWith('*')) return offered;
  if (range !== undefined && !range.subtype.includes('*')) return `${range.type}/${range.subtype}`;
  if (subtype.startsWith('*+')) return `${type}/${subtype.slice(2)}`;
  const kind = range === undefined || range.type === '*' ? type : range.type;
  return CONCRETE_TYPES.get(kind) ?? 'application/octet-stream';
}
