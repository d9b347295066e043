/**
 * `npm run schema`: writes what the schema of the configuration says anew, for editors and for `docs/configuration.md`,
 * and the rules of `check`, for `docs/rules.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationGuide, withReference } from '../docs/configuration-reference.ts';
import { rulesGuide, withRules } from '../docs/rules-page.ts';
import { configurationSchemaFile, configurationSchemaText } from './configuration-schema.ts';

writeFileSync(configurationSchemaFile, configurationSchemaText());
writeFileSync(configurationGuide, withReference(readFileSync(configurationGuide, 'utf8')));
writeFileSync(rulesGuide, withRules(readFileSync(rulesGuide, 'utf8')));
