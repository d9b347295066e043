import { fileURLToPath } from 'node:url';
import { configurationJsonSchema } from '../../src/options/json-schema.ts';
import { configurationSchema } from '../../src/project/configuration.ts';

/** What editors read: a file, because they know no TypeScript. */
export const configurationSchemaFile = fileURLToPath(
  new URL('../../src/config/configuration.schema.json', import.meta.url),
);

/** What that file has to hold. */
export function configurationSchemaText(): string {
  return `${JSON.stringify(configurationJsonSchema(configurationSchema.json), null, 2)}\n`;
}
