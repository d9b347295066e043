import { offeredSchemes } from '../auth/schemes/registry.ts';
import { stateDrivers } from '../auth/state/registry.ts';
import { readingWith } from '../config/read-configuration.ts';
import { DEFAULT_SAMPLES, sampleLanguages } from '../presentation/samples/languages/registry.ts';
import { RULE_SETS } from '../rules/contract.ts';
import { rules } from '../rules/registry.ts';
import { DEFAULT_RULES, problemOfName, problemOfSeverity } from '../rules/rule-book.ts';
import { backends } from '../services/backends/registry.ts';

/** Schema and readers of the configuration, built from the registries of all options that it may select. */
export const {
  schema: configurationSchema,
  readConfiguration,
  createConfigurationReader,
} = readingWith({
  schemes: offeredSchemes,
  drivers: stateDrivers,
  backends,
  samples: { names: sampleLanguages.map(({ name }) => name), fallback: DEFAULT_SAMPLES },
  rules: {
    sets: RULE_SETS,
    fallback: DEFAULT_RULES.extends,
    names: [...rules.values()].flatMap(({ name, finds }) => (finds === 'errors' ? [] : [name])),
    problemOfName,
    problemOfSeverity,
  },
});
