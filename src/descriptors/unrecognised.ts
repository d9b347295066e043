import { closeNames } from '../model/close-names.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { isRecord } from '../schema/json-values.ts';
import type { ParsedFile } from './contract.ts';
import { type OtherFormatName, otherFormat } from './other-files.ts';
import { escapePointerSegment } from './positions.ts';
import { descriptorReaders } from './registry.ts';

/** Top-level keys that begin descriptors. */
const HEADS = descriptorReaders.flatMap(({ heads = [] }) => heads);
/** Maximum difference in length of a misspelt key; a longer key, such as `apiVersion`, is a different word. */
const MOST_LETTERS_MORE = 2;
const BODIES = ['info', 'paths', 'services'];

/**
 * Checks a file that no reader recognises and no descriptor refers to. Accepts an object that may be an unused part.
 * Reports other formats, values other than objects, and probable descriptors, since the site would lack their APIs.
 */
export function checkUnrecognised(file: ParsedFile): Diagnostic | undefined {
  const { value } = file;
  const warn = (what: string, remedy: string, place: Place = file.locate('')): Diagnostic => {
    const message = `${what}; it was left out.`;
    return { ...place, severity: 'warning', rule: 'descriptor-unknown', message, remedy };
  };
  const other = otherFormatOf(file);
  if (other !== undefined) return other;
  const heads = HEADS.map((head) => `“${head}:”`);
  const begin = `Begin it with ${heads.slice(0, -1).join(', ')} or ${heads.at(-1)}, or move it out of the folder.`;
  const [finding] = file.findings ?? [];
  if (value === null && finding !== undefined) return finding.diagnostic;
  if (!isRecord(value))
    return warn(`The file ${contentOf(value)}, so it is not a descriptor, and no descriptor refers to it`, begin);
  const [key, head] = Object.entries(value).flatMap(([name, content]) => headsLike(name, content))[0] ?? [];
  if (key !== undefined && head !== undefined) {
    const place = file.locate(`/${escapePointerSegment(key)}`, 'key');
    if (key === head)
      return warn(
        `The file looks like a descriptor, but “${key}” has no version`,
        'Write the version there, such as 3.1.0.',
        place,
      );
    return warn(
      `The file looks like a descriptor, but its key “${key}” is not known`,
      `Write “${head}”, or move the file out of the folder.`,
      place,
    );
  }
  if (!BODIES.some((body) => Object.hasOwn(value, body))) return undefined;
  return warn('The file looks like a descriptor, but has a format that is not supported', begin);
}

/** Unsupported formats in YAML or JSON, by the top-level key that identifies them. */
const OTHER_KEYS: Readonly<Record<string, OtherFormatName>> = {
  swaggerVersion: 'Swagger 1',
  asyncapi: 'AsyncAPI',
  arazzo: 'Arazzo',
  overlay: 'Overlay',
  openrpc: 'OpenRPC',
  discoveryVersion: 'Google API Discovery',
  opencollection: 'Bruno',
  __export_format: 'Insomnia',
};

/** Unsupported formats that are recognised by the value of a key. */
const OTHER_VALUES: readonly (readonly [
  key: string,
  name: OtherFormatName,
  holds: (value: unknown, whole: Readonly<Record<string, unknown>>) => boolean,
])[] = [
  [
    'info',
    'Postman',
    (info) => isRecord(info) && typeof info['schema'] === 'string' && info['schema'].includes('postman.com/'),
  ],
  ['requests', 'Postman 1', (requests, { order }) => Array.isArray(requests) && Array.isArray(order)],
  ['_postman_variable_scope', 'Postman environment', (scope) => typeof scope === 'string'],
  ['$schema', 'JSON Schema', (schema) => typeof schema === 'string' && schema.includes('json-schema.org/')],
  ['type', 'Insomnia', (type) => typeof type === 'string' && type.includes('.insomnia.rest/')],
  ['type', 'Bruno', (type, { name, version }) => type === 'collection' && version === '1' && name !== undefined],
  ['log', 'HAR', (log) => isRecord(log) && Array.isArray(log['entries'])],
  ['__schema', 'GraphQL', isRecord],
  ['data', 'GraphQL', (data) => isRecord(data) && isRecord(data['__schema'])],
  [
    'services',
    'Laminas documentation',
    (services, { name, version }) => Array.isArray(services) && name !== undefined && version !== undefined,
  ],
];

/** Reports a file in an unsupported API format. */
export function otherFormatOf(file: ParsedFile): Diagnostic | undefined {
  const { value, text } = file;
  const [, raml, fragment = ''] = /^#%RAML ([\d.]+)[ \t]*(\w*)/.exec(text) ?? [];
  // A library, a trait or a type may be unused.
  if (raml === '1.0' && fragment !== '') return undefined;
  if (raml !== undefined) return otherFormat('RAML', { file: file.path, line: 1, column: 1 }, raml);
  if (!isRecord(value)) return undefined;
  const at = (key: string): Place => file.locate(`/${escapePointerSegment(key)}`, 'key');
  for (const [key, name] of Object.entries(OTHER_KEYS))
    if (Object.hasOwn(value, key) && typeof value[key] !== 'object') return otherFormat(name, at(key));
  const [key, name] =
    OTHER_VALUES.find(([own, , holds]) => Object.hasOwn(value, own) && holds(value[own], value)) ?? [];
  return key === undefined || name === undefined ? undefined : otherFormat(name, at(key));
}

function contentOf(value: unknown): string {
  if (value === null) return 'is empty';
  return Array.isArray(value) ? 'is a list' : 'holds a single value';
}

/**
 * Pairs a key with those of {@link HEADS} that it may misspell. Skips a key with an object or a list: the value of a
 * head is a version or a name, but parts of descriptors have objects under similar keys.
 */
function headsLike(key: string, content: unknown): readonly (readonly [key: string, head: string])[] {
  if (typeof content === 'object' && content !== null) return [];
  const alike = HEADS.filter((head) => Math.abs(head.length - key.length) <= MOST_LETTERS_MORE);
  return closeNames(key, alike).map((head) => [key, head] as const);
}
