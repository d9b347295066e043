import { fileURLToPath } from 'node:url';
import { configurationJsonSchema } from '../../src/options/schema.ts';
import { configurationSchema } from '../../src/project/configuration.ts';

/** Schema for editors: a file, because they know no TypeScript. */
export const configurationSchemaFile = fileURLToPath(
  new URL('../../src/config/configuration.schema.json', import.meta.url),
);

/** Expected content of that file. */
export function configurationSchemaText(): string {
  return `${printed(configurationJsonSchema(configurationSchema.json), '', '')}\n`;
}

const LONGEST_LINE = 120;

/** JSON whose lists and objects are on one line where they fit. @param key what stands before it, with its colon */
function printed(value: unknown, indent: string, key: string): string {
  if (typeof value !== 'object' || value === null) return key + JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const parts = (inner: string): readonly string[] =>
    entries.map(([name, member]) => printed(member, inner, isList ? '' : `${JSON.stringify(name)}: `));
  const space = isList || entries.length === 0 ? '' : ' ';
  const line = `${key}${open}${space}${parts('').join(', ')}${space}${close}`;
  // A comma may follow.
  if (!line.includes('\n') && indent.length + line.length < LONGEST_LINE) return line;
  const inner = `${indent}  `;
  return `${key}${open}\n${parts(inner)
    .map((part) => inner + part)
    .join(',\n')}\n${indent}${close}`;
}
