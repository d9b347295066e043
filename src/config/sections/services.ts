import { DEFAULT_MAX_BODY_BYTES } from '../../options/access-records.ts';
import { alternatives, chosenMember, optionKeysOf } from '../../options/member.ts';
import { fieldName, isOwnField } from '../../options/own-fields.ts';
import { oneOf, origin, whole } from '../../options/scalars.ts';
import { about, listOrOne, map, matching, record, type Schema } from '../../options/schema.ts';
import { parseTarget, targetKey } from '../api-target.ts';
import type { PublishedApiRecord } from '../configuration.ts';
import type { Members } from '../members.ts';

const MOST_BYTES = 2 ** 40;

/**
 * Matches header fields that delimit a response (RFC 9112 §6). Like connection fields (RFC 9110 §7.6.1), they cannot be
 * listed in `response_headers`, since the server sets them; valid ones from an upstream server are passed on anyway.
 */
const FRAMING = /^(?:content-length|trailer)$/;

/** Matches a path without dot segments, which would lead to another path. */
const BASE_PATH = /^\/(?:(?!\.{1,2}(?:\/|$))[\w.~-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*)?$/;

const headerName = fieldName(
  'the name of a header field such as Set-Cookie',
  (plain) => FRAMING.test(plain) || isOwnField(plain),
);

const basePath = matching(
  'a path such as /payments, or /',
  BASE_PATH,
  'It must be a path without parameters, escapes and a slash at its end.',
);

const commonKeys = {
  base_path: about(
    'The path that is served for this API alone, as its descriptor has it. Left out: what its descriptor has, except /, /robots.txt, /favicon.ico and /.well-known; /: these, too.',
    basePath,
  ),
  max_body_bytes: about(
    'The largest body of a request; a larger one is refused (413).',
    whole('a number of bytes such as 1048576', 0, MOST_BYTES),
    DEFAULT_MAX_BODY_BYTES,
  ),
  documents: about(
    'Whether HTML and scripts of the API run on the origin of the documentation.',
    oneOf(['sandboxed', 'trusted']),
    'sandboxed',
  ),
  response_headers: about(
    'Further header fields of answers that are passed on to clients.',
    listOrOne('a list of header fields such as [Set-Cookie]', headerName),
  ),
  cors: about(
    'Origins of web pages whose scripts may call the API; left out: all where it has no log-in, else none.',
    listOrOne(
      "a list such as [https://app.example.com], or '*'",
      origin("an origin such as https://app.example.com, or '*'", ['*']),
    ),
  ),
};

/** Schema of `platform-services`. */
export function servicesSection({ backends }: Members): Schema<ReadonlyMap<string, PublishedApiRecord>> {
  return record(targetKey, entrySchema(backends));
}

function entrySchema(backends: Members['backends']): Schema<PublishedApiRecord> {
  const choice = {
    backend: about(
      `Who answers: ${alternatives(backends.map((backend) => backend.about))}.`,
      oneOf(backends.map(({ name }) => name)),
      backends[0].name,
    ),
  };
  const section = map({ ...choice, ...optionKeysOf(backends, { ...choice, ...commonKeys }), ...commonKeys });
  return {
    ...section,
    read(sourced, outer) {
      const written = outer.keys.at(-1) ?? '';
      const place = outer.closing({ kind: 'api', api: written });
      const read = section.read(sourced, place);
      const { member, record: backend } = chosenMember('backend', backends, read?.backend, { read, sourced, place });
      return {
        ...parseTarget(written),
        backend,
        answersFrom: member.answersFrom,
        maxBodyBytes: read?.max_body_bytes ?? DEFAULT_MAX_BODY_BYTES,
        basePath: read?.base_path ?? null,
        corsOrigins: read?.cors ?? null,
        documents: read?.documents ?? 'sandboxed',
        responseHeaders: read?.response_headers ?? [],
        problems: [],
      };
    },
  };
}
