import { parseTarget, targetKey } from '../api-target.ts';
import type { BackendRecord, PublishedApiRecord } from '../configuration.ts';
import { isNamed } from '../merge.ts';
import { httpUrl, oneOf, whole } from '../scalars.ts';
import type { Schema } from '../schema.ts';
import { about, listOrOne, map, record, scalar } from '../schema.ts';

const DEFAULT_TIMEOUT_SECONDS = 30;
const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
const MOST_SECONDS = 3600;
const MOST_BYTES = 2 ** 40;

const origin: Schema<string> = scalar(
  "an origin such as https://app.example.com, or '*'",
  { type: 'string', pattern: '^(?:\\*|https?://[^/\\s]+)$' },
  (value, wrong) => {
    if (value === '*') return value;
    if (typeof value !== 'string') return wrong('It must be text.');
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === value
      ? value
      : wrong('It is not an origin.');
  },
);

/**
 * The server writes these itself, so they never pass: the same as in `services/answer-headers.ts`, which this folder
 * does not import. `tests/unit/config/sections/response-headers.test.ts` compares the two.
 */
const OWN_HEADERS = new RegExp(
  `^(?:${[
    'connection|keep-alive|proxy-(?!status$).*|te|transfer-encoding|upgrade|http2-settings',
    'www-authenticate|authentication-info|access-control-.*|x-platform-.*|x-content-type-options',
  ].join('|')})$`,
);

/**
 * With the fields of one connection (RFC 9110 §7.6.1), which are the server's own, what says where an answer ends (RFC
 * 9112 §6). An upstream's pass as far as they are right, so that there is nothing to list.
 */
const FRAMING = /^(?:content-length|trailer)$/;

const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const headerName: Schema<string> = scalar(
  'the name of a header field such as Set-Cookie',
  { type: 'string', pattern: FIELD_NAME.source },
  (value, wrong) => {
    if (typeof value !== 'string') return wrong('It must be text.');
    if (!FIELD_NAME.test(value)) return wrong('It is not the name of a header field.');
    // As the most careless program would read it.
    const plain = value.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
    return FRAMING.test(plain) || OWN_HEADERS.test(plain) ? wrong('This server writes that field itself.') : value;
  },
);

const keys = {
  backend: about(
    'Who answers: examples of the descriptor, another server, or routes of this Astro site.',
    oneOf(['examples', 'proxy', 'site']),
    'examples',
  ),
  target: about('The server that the backend proxy asks.', httpUrl('a URL such as http://127.0.0.1:8080/library')),
  timeout_seconds: about(
    'How long the backend proxy waits for that server.',
    whole('a number of seconds such as 30', 1, MOST_SECONDS),
    DEFAULT_TIMEOUT_SECONDS,
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
    listOrOne("a list such as [https://app.example.com], or '*'", origin),
  ),
};
const entryMap = map(keys);

const entry: Schema<PublishedApiRecord> = {
  expected: entryMap.expected,
  mayBeEmpty: true,
  json: entryMap.json,
  read(sourced, outer) {
    const written = outer.keys.at(-1) ?? '';
    const place = outer.closing({ kind: 'api', api: written });
    const read = entryMap.read(sourced, place);
    if (read?.backend === 'proxy' && !isNamed(sourced, ['target']))
      place.at('target').complain('The backend proxy needs it, and it is missing.', `Write ${keys.target.expected}.`);
    return {
      ...parseTarget(written),
      backend: toBackend(
        read?.backend ?? 'examples',
        read?.target ?? '',
        read?.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
      ),
      maxBodyBytes: read?.max_body_bytes ?? DEFAULT_MAX_BODY_BYTES,
      corsOrigins: read?.cors ?? null,
      documents: read?.documents ?? 'sandboxed',
      responseHeaders: read?.response_headers ?? [],
      problems: [],
    };
  },
};

function toBackend(kind: BackendRecord['kind'], target: string, timeoutSeconds: number): BackendRecord {
  return kind === 'proxy' ? { kind, target, timeoutSeconds } : { kind };
}

/** `platform-services`. */
export const servicesSection = record(targetKey, entry);
