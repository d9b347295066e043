/** Example for a `format`, and a test that accepts no text that the format's definition forbids. */
interface TextFormat {
  readonly sample: string;
  readonly test: RegExp;
}

const DATE =
  '(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const URI_CHARACTERS =
  "(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*(?:#(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?";

const FORMATS: Readonly<Record<string, TextFormat>> = {
  'date-time': { sample: '2026-01-31T12:00:00Z', test: new RegExp(`^${DATE}T${TIME}$`) },
  date: { sample: '2026-01-31', test: new RegExp(`^${DATE}$`) },
  time: { sample: '12:00:00Z', test: new RegExp(`^${TIME}$`) },
  duration: { sample: 'P1DT12H', test: /^P(?:\d+D(?:T\d+H)?|\d+W|T\d+[HMS]|\d+[YM])$/ },
  email: {
    sample: 'ada@example.com',
    test: new RegExp(`^[A-Za-z0-9_+-]+(?:\\.[A-Za-z0-9_+-]+)*@(?:${LABEL}\\.)+${LABEL}$`),
  },
  'idn-email': { sample: 'ada@example.com', test: /^[^\s@]+@[^\s@]+$/ },
  hostname: { sample: 'www.example.com', test: new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`) },
  'idn-hostname': { sample: 'www.example.com', test: /^[^\s/]+$/ },
  ipv4: { sample: '192.0.2.1', test: new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`) },
  ipv6: {
    sample: '2001:db8::1',
    test: /^(?:(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|(?:[0-9A-Fa-f]{1,4}:){1,5}:[0-9A-Fa-f]{1,4})$/,
  },
  uri: {
    sample: 'https://example.com/',
    test: new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9.-]+(?::\\d+)?(?:[/?]${URI_CHARACTERS})?$`),
  },
  url: {
    sample: 'https://example.com/',
    test: new RegExp(`^https?://(?:${LABEL}\\.)+[A-Za-z]{2,}(?:/${URI_CHARACTERS})?$`),
  },
  'uri-reference': { sample: '/path', test: new RegExp(`^/?[A-Za-z0-9._~-]${URI_CHARACTERS}$`) },
  iri: { sample: 'https://example.com/', test: /^[a-z][a-z0-9+.-]*:\S+$/i },
  'iri-reference': { sample: '/path', test: /^\S*$/ },
  'uri-template': { sample: '/items/{id}', test: /^(?:[A-Za-z0-9._~:/?@!$&()*+,;=-]|\{[A-Za-z0-9_]+\})*$/ },
  uuid: { sample: '3fa85f64-5717-4562-b3fc-2c963f66afa6', test: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i },
  byte: { sample: 'U2FtcGxl', test: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/ },
  regex: { sample: '^[a-z]+$', test: /^[\^a-z0-9[\]+$-]*$/ },
  'json-pointer': { sample: '/items/0', test: /^(?:\/(?:[^~/]|~[01])*)*$/ },
  'relative-json-pointer': { sample: '0/items', test: /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/ },
  'iso-time': { sample: '12:00:00Z', test: new RegExp(`^${TIME}$`) },
  'iso-date-time': { sample: '2026-01-31T12:00:00Z', test: new RegExp(`^${DATE}T${TIME}$`) },
};

/**
 * Formats whose tests are exact enough to report a value as invalid; the other tests are stricter than the definitions.
 */
export const EXACT_FORMATS: ReadonlySet<string> = new Set(
  'date-time date time email hostname ipv4 uuid byte'.split(' '),
);

/** Example for a format; undefined for an unknown format. */
export function sampleOfFormat(format: string): string | undefined {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format]?.sample : undefined;
}

/** Unknown formats allow any text (JSON Schema Validation §7.2.3); texts over 2,000 characters fit no known format. */
export function fitsFormat(text: string, format: string): boolean {
  if (!Object.hasOwn(FORMATS, format)) return true;
  return text.length <= 2_000 && FORMATS[format]?.test.test(text) === true;
}
