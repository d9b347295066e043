import { closeNames } from '../model/close-names.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { isRecord } from '../model/schema/json-values.ts';
import type { ParsedFile } from './contract.ts';
import { CONVERT } from './other-files.ts';
import { escapePointerSegment } from './positions.ts';
import { descriptorReaders } from './registry.ts';

/** The keys that descriptors begin with, and those that no part of one has. */
const HEADS = descriptorReaders.flatMap(({ heads }) => heads);
/** A longer key, such as `apiVersion`, is a word of its own. */
const MOST_LETTERS_MORE = 2;
const BODIES = ['info', 'paths', 'services'];

/**
 * A file that no reader recognises and no descriptor refers to. Objects may be parts that nothing refers to yet, and
 * are no problem; a descriptor that is empty or whose first key is misspelt would vanish without a word.
 */
export function checkUnrecognised(file: ParsedFile): Diagnostic | undefined {
  const { value } = file;
  const warn = (what: string, remedy: string, place: Place = file.locate('')): Diagnostic => {
    const message = `${what}; it was left out.`;
    return { ...place, severity: 'warning', rule: 'descriptor-unknown', message, remedy };
  };
  const foreign = foreignFormatOf(value, file.text);
  if (foreign !== undefined) {
    const place =
      foreign.key === null
        ? { file: file.path, line: 1, column: 1 }
        : file.locate(`/${escapePointerSegment(foreign.key)}`, 'key');
    return warn(`The file is ${foreign.format}, which is not read`, foreign.remedy, place);
  }
  const heads = HEADS.map((head) => `“${head}:”`);
  const begin = `Begin it with ${heads.slice(0, -1).join(', ')} or ${heads.at(-1)}, or move it out of the folder.`;
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

/** Descriptions of something in YAML or JSON, by the key that begins them. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  swaggerVersion: 'Swagger 1',
  asyncapi: 'AsyncAPI',
  arazzo: 'Arazzo',
  overlay: 'an OpenAPI Overlay',
  openrpc: 'OpenRPC',
  discoveryVersion: 'a Google API Discovery document',
};

interface ForeignFormat {
  readonly format: string;
  /** That says so; null where a comment does. */
  readonly key: string | null;
  readonly remedy: string;
}

function foreignFormatOf(value: unknown, text: string): ForeignFormat | undefined {
  const [, raml] = /^#%(RAML [\d.]+)/.exec(text) ?? [];
  if (raml !== undefined) return { format: raml, key: null, remedy: CONVERT };
  if (!isRecord(value)) return undefined;
  const key = Object.keys(OTHER_KEYS).find((name) => Object.hasOwn(value, name) && typeof value[name] !== 'object');
  if (key !== undefined) return { format: OTHER_KEYS[key] ?? key, key, remedy: CONVERT };
  const { info, $schema: schema } = value;
  if (isRecord(info) && /schema\.(?:get)?postman\.com/.test(String(info['schema'])))
    return { format: 'a Postman collection', key: 'info', remedy: CONVERT };
  if (typeof schema !== 'string' || !schema.includes('json-schema.org/')) return undefined;
  return {
    format: 'a JSON Schema',
    key: '$schema',
    remedy: 'Refer to it from a descriptor, or move it out of the folder.',
  };
}

function contentOf(value: unknown): string {
  if (value === null) return 'is empty';
  return Array.isArray(value) ? 'is a list' : 'holds a single value';
}

/**
 * What begins a descriptor has a version or a name as its value; parts of descriptors have objects under names like
 * these.
 */
function headsLike(key: string, content: unknown): readonly (readonly [key: string, head: string])[] {
  if (typeof content === 'object' && content !== null) return [];
  const alike = HEADS.filter((head) => Math.abs(head.length - key.length) <= MOST_LETTERS_MORE);
  return closeNames(key, alike).map((head) => [key, head] as const);
}
