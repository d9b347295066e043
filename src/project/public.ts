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
} from '../config/configuration.ts';
export type { ConfigurationReading } from '../config/read-configuration.ts';
export type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
export { readConfiguration } from './configuration.ts';
