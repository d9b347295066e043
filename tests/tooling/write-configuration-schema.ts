/**
 * `npm run schema`: writes what the schema of the configuration says anew, for editors and for `docs/configuration.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationGuide, withReference } from '../docs/configuration-reference.ts';
import { configurationSchemaFile, configurationSchemaText } from './configuration-schema.ts';

writeFileSync(configurationSchemaFile, configurationSchemaText());
writeFileSync(configurationGuide, withReference(readFileSync(configurationGuide, 'utf8')));
