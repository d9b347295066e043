import { computedOnce } from '../../model/computed-once.ts';

/** Arguments of a tool by their names; those without a `?` at the end of the name are required. */
export type ToolParameters = Readonly<Record<string, Parameter>>;

/** JSON Schema, with what {@link readArguments} checks and no more. */
type Parameter = { readonly description: string } & (
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly enum: string[] }
  | { readonly type: 'string'; readonly pattern: '\\S'; readonly maxLength: number }
);

/** Longer names are no names of ours. */
const MOST_NAME_CHARACTERS = 500;
const MOST_PARTS = 100_000;
/** Largest version, with as many digits as addresses take. */
const LARGEST_VERSION = 999_999_999_999_999;

export function text(description: string, maxLength = MOST_NAME_CHARACTERS): Parameter {
  return { type: 'string', pattern: '\\S', maxLength, description };
}

/** From 1. */
export function count(description: string): Parameter {
  return { type: 'integer', minimum: 1, maximum: MOST_PARTS, description };
}

/** Parameter for a version of an API. */
export function version(description: string): Parameter {
  return { type: 'integer', minimum: 1, maximum: LARGEST_VERSION, description };
}

/** The first one where none is given. */
export function choice(values: readonly string[], description: string): Parameter {
  return { type: 'string', enum: [...values], description };
}

/** JSON Schema of a tool's arguments, as clients get it. */
export const schemaOf = computedOnce((parameters: ToolParameters) => ({
  type: 'object' as const,
  properties: Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name.replace('?', ''), parameter]),
  ),
  required: Object.keys(parameters).filter((name) => !name.endsWith('?')),
  additionalProperties: false,
}));

/** Arguments that a client has given, once the schema has allowed them. */
export class Arguments {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#given, name);
  }

  /** '' where it is left out. */
  text(name: string): string {
    return this.has(name) ? String(this.#given[name]) : '';
  }

  /** 1 where it is left out. */
  count(name: string): number {
    return this.has(name) ? Number(this.#given[name]) : 1;
  }

  /** `?from=1`: those of the names that are given, '' where none is. */
  query(names: readonly string[]): string {
    const given = names.filter((name) => this.has(name)).map((name) => [name, this.text(name)]);
    return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  }
}

/** @returns a sentence with the remedy where the schema does not allow them */
export function readArguments(
  parameters: ToolParameters,
  given: Readonly<Record<string, unknown>>,
): Arguments | string {
  const { properties, required } = schemaOf(parameters);
  const names = Object.keys(properties);
  if (Object.keys(given).some((name) => !names.includes(name)))
    return `Wrong arguments: only ${names.join(', ')} can be given.`;
  for (const [name, parameter] of Object.entries(properties)) {
    const isLeftOut = given[name] === undefined && !required.includes(name);
    const missed = isLeftOut ? null : missedBy(given[name], parameter);
    if (missed !== null) return `Wrong arguments: “${name}” must be ${missed}.`;
  }
  return new Arguments(given);
}

/** @returns the requirement that the value misses; null where it meets it */
function missedBy(value: unknown, parameter: Parameter): string | null {
  if (parameter.type === 'integer') {
    const { minimum, maximum } = parameter;
    const isCount = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    return isCount ? null : `a whole number from ${minimum} to ${maximum}`;
  }
  if ('enum' in parameter)
    return parameter.enum.some((one) => one === value) ? null : `one of ${parameter.enum.join(', ')}`;
  const isText = typeof value === 'string' && /\S/.test(value) && [...value].length <= parameter.maxLength;
  return isText ? null : `text of 1 to ${parameter.maxLength} characters, and not only blanks`;
}
