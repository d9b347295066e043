/**
 * What programs beside the product import as `platform-documentation/configuration`: what `config/autoload` says,
 * checked.
 */
export type {
  AdapterRecord,
  Configuration,
  MapRecord,
  PublishedApiRecord,
  RuleRecord,
  SelectorRecord,
} from './configuration.ts';
export type { ConfigurationProblem, ConfigurationWarning } from './problem.ts';
export type { ConfigurationReading } from './read-configuration.ts';
export { readConfiguration } from './read-configuration.ts';
