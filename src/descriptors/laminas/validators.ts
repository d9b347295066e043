import type { SourceNode } from '../openapi/source-node.ts';
import type { Shape } from '../typed-words.ts';

/** Options of a validator; values of another type count as left out. */
class Options {
  readonly #node: SourceNode;

  constructor(node: SourceNode) {
    this.#node = node;
  }

  number(key: string): number | undefined {
    const { value } = this.#node.child(key);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  }

  text(key: string): string | undefined {
    const { value } = this.#node.child(key);
    return typeof value === 'string' ? value : undefined;
  }

  flag(key: string, fallback: boolean): boolean {
    const { value } = this.#node.child(key);
    return value === undefined || value === null ? fallback : Boolean(value);
  }

  list(key: string): readonly unknown[] {
    const { value } = this.#node.child(key);
    return typeof value === 'object' && value !== null ? Object.values(value) : [];
  }
}

const DATE_TIMES: ReadonlySet<string> = new Set(['c', 'Y-m-d\\TH:i:sP', 'Y-m-d\\TH:i:s\\Z', 'Y-m-d\\TH:i:s.vP']);

/** Validators by the last part of their class names in lower case; undefined for options that have no counterpart. */
const VALIDATORS: Readonly<Record<string, (options: Options) => Shape | undefined>> = {
  stringlength: (options) => ({
    type: 'string',
    minLength: options.number('min'),
    maxLength: options.number('max'),
  }),
  regex: (options) => ofPattern(options.text('pattern') ?? ''),
  inarray: (options) => {
    const values = new Set(options.list('haystack'));
    return values.size > 0 ? { enum: [...values] } : undefined;
  },
  between: (options) => bounds(options, options.flag('inclusive', true)),
  greaterthan: (options) => bounds(options, options.flag('inclusive', false)),
  lessthan: (options) => bounds(options, options.flag('inclusive', false)),
  numbercomparison: (options) => {
    const [lower, upper] = ['inclusiveMin', 'inclusiveMax'].map((key) => bounds(options, options.flag(key, true)));
    const { maximum: _, exclusiveMaximum: __, ...least } = lower ?? {};
    const { minimum: ___, exclusiveMinimum: ____, ...most } = upper ?? {};
    return { ...least, ...most };
  },
  digits: () => ({ pattern: '^[0-9]+$' }),
  hex: () => ({ pattern: '^[0-9A-Fa-f]+$' }),
  notempty: () => ({ minLength: 1 }),
  emailaddress: () => ({ format: 'email' }),
  uri: (options) => ({ format: options.flag('allowRelative', true) ? 'uri-reference' : 'uri' }),
  hostname: () => ({ format: 'hostname' }),
  uuid: () => ({ format: 'uuid' }),
  ip: (options) => {
    const formats = ['ipv4', 'ipv6'].filter((version) => options.flag(`allow${version}`, true));
    return formats.length === 1 ? { format: formats[0] } : { anyOf: formats.map((format) => ({ format })) };
  },
  date: (options) => {
    const format = options.text('format') ?? 'Y-m-d';
    if (format === 'Y-m-d') return { format: 'date' };
    return DATE_TIMES.has(format) ? { format: 'date-time' } : undefined;
  },
  isint: () => ({ type: 'integer' }),
  int: () => ({ type: 'integer' }),
  isfloat: () => ({ type: 'number' }),
  float: () => ({ type: 'number' }),
  isarray: () => ({ type: 'array' }),
  step: (options) =>
    (options.number('step') ?? 1) > 0 && (options.number('baseValue') ?? 0) === 0
      ? { multipleOf: options.number('step') ?? 1 }
      : undefined,
  iscountable: (options) => ({
    minItems: options.number('count') ?? options.number('min'),
    maxItems: options.number('count') ?? options.number('max'),
  }),
};

/**
 * Converts a list of validators to the constraints that they check.
 * @param lose is called with each validator that has no counterpart
 */
export function constraintsOf(validators: SourceNode, lose: (node: SourceNode, name: string) => void): Shape {
  const shape: Record<string, unknown> = {};
  for (const node of membersOf(validators)) {
    const written = typeof node.value === 'string' ? node.value : node.child('name').value;
    const name = lastPart(written);
    const options = node.child('options');
    const read = Object.hasOwn(VALIDATORS, name) ? VALIDATORS[name]?.(new Options(options)) : undefined;
    if (read === undefined) lose(node, String(written ?? 'without a name'));
    for (const [key, value] of Object.entries(read ?? {}))
      if (key === 'pattern' && shape[key] !== undefined && shape[key] !== value)
        // A schema has one pattern, and every validator must agree.
        shape['allOf'] = [...(Array.isArray(shape['allOf']) ? shape['allOf'] : []), { pattern: value }];
      else if (isFit(key, value))
        shape[key] = key === 'minLength' ? Math.max(Number(value), Number(shape[key] ?? 0)) : value;
  }
  return shape;
}

/** Returns the members of an array of PHP, which may have names as keys. */
export function membersOf(node: SourceNode): readonly SourceNode[] {
  return Array.isArray(node.value) ? node.items() : node.entries().map(([, member]) => member);
}

/** Returns the texts of an array, or a single text. */
export function stringsIn(node: SourceNode | undefined): readonly string[] {
  if (node === undefined) return [];
  const values = typeof node.value === 'string' ? [node.value] : membersOf(node).map(({ value }) => value);
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** Returns the last part of the name of a class in lower case: `stringlength`. */
export function lastPart(name: unknown): string {
  return (typeof name === 'string' ? name : '').split('\\').at(-1)?.toLowerCase() ?? '';
}

/** True for a value that the keyword may have: JSON Schema allows only whole numbers from 0 as lengths. */
function isFit(key: string, value: unknown): boolean {
  if (/^(?:min|max)(?:Length|Items)$/.test(key)) return Number.isSafeInteger(value) && Number(value) >= 0;
  return value !== undefined;
}

function bounds(options: Pick<Options, 'number'>, isInclusive: boolean): Shape {
  const [min, max] = [options.number('min'), options.number('max')];
  return isInclusive ? { minimum: min, maximum: max } : { exclusiveMinimum: min, exclusiveMaximum: max };
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Converts a regular expression of PCRE with its delimiters; undefined if JavaScript would read it differently. */
function ofPattern(written: string): Shape | undefined {
  const open = written.charAt(0);
  const end = written.lastIndexOf(CLOSING[open] ?? open);
  const [pattern, flags] = [written.slice(1, end), written.slice(end + 1)];
  if (end < 1 || !/^[uD]*$/.test(flags)) return undefined;
  return isPortable(pattern) ? { pattern } : undefined;
}

/** True if a pattern of PCRE means the same in JavaScript. */
export function isPortable(pattern: string): boolean {
  if (/\[\[:|\(\?[^:=!<]|\(\?<[^=!]|[*+?}]\+|\\[AzZGhHRXKQE]|\(\*/.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'u') !== null;
  } catch {
    return false;
  }
}
