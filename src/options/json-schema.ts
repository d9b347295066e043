/** A JSON Schema, draft 7: what editors of YAML read. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Definition in `configurationJsonSchema` of the text that every scalar may be instead of its value. */
const VARIABLE = 'variable';

/** A value of that kind, or text with a variable of the environment in it. @param expected for the editor's tooltip */
export function scalarSchema(expected: string, written: JsonSchema): JsonSchema {
  return { description: sentence(expected), anyOf: [written, { $ref: `#/definitions/${VARIABLE}` }] };
}

/** A list of such items. */
export function listSchema(expected: string, items: JsonSchema): JsonSchema {
  return { description: sentence(expected), type: 'array', items };
}

/** A map, or a section of which every line is commented out. */
export function mapSchema(keywords: JsonSchema): JsonSchema {
  return { type: ['object', 'null'], ...keywords };
}

/**
 * The same, with words for the editor's tooltip.
 * @param about what the value is for
 * @param expected what to write, where that says more than the keys below it
 * @param fallback what counts where the key is left out
 */
export function documentedSchema(
  written: JsonSchema,
  about: string,
  expected?: string,
  fallback?: unknown,
): JsonSchema {
  const description = expected === undefined ? about : `${about} ${sentence(`write ${expected}`)}`;
  return { ...written, description, ...(fallback === undefined ? {} : { default: fallback }) };
}

/** A pattern for text in letters of either case: the patterns of JSON Schema have no flags. */
export function eitherCase(pattern: string): string {
  return pattern.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
}

/**
 * The schema of one file of `config/autoload`. Files are merged, so that none of them has to be complete: whether a key
 * is missing, and whether what is named exists, only `platform-docs check` can say.
 * @param root of the merged configuration
 */
export function configurationJsonSchema(root: JsonSchema): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Platform Documentation: one file of config/autoload',
    ...root,
    definitions: { [VARIABLE]: { type: 'string', pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}' } },
  };
}

export function sentence(expected: string): string {
  return `${expected.charAt(0).toUpperCase()}${expected.slice(1)}${expected.endsWith('."') ? '' : '.'}`;
}
