import { fileURLToPath } from 'node:url';
import { configurationSchema } from '../../src/config/configuration-schema.ts';
import { configurationJsonSchema } from '../../src/config/json-schema.ts';

/** What editors read: a file, because they know no TypeScript. */
export const configurationSchemaFile = fileURLToPath(
  new URL('../../src/config/configuration.schema.json', import.meta.url),
);

/** What that file has to hold. */
export function configurationSchemaText(): string {
  return `${JSON.stringify(configurationJsonSchema(configurationSchema.json), null, 2)}\n`;
}
