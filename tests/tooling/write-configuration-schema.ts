/** `npm run schema`: writes the JSON Schema of the configuration anew, for editors. */
import { writeFileSync } from 'node:fs';
import { configurationSchemaFile, configurationSchemaText } from './configuration-schema.ts';

writeFileSync(configurationSchemaFile, configurationSchemaText());
