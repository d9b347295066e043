/**
 * Public module `platform-documentation/configuration`, with which other programs read the checked contents of
 * `config/autoload`.
 */
export type { AdapterRecord, Configuration, PublishedApiRecord, SelectorRecord } from '../config/configuration.ts';
export type { ConfigurationReading } from '../config/read-configuration.ts';
export type { MapRecord, RuleRecord } from '../options/access-records.ts';
export type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
export { readConfiguration } from './configuration.ts';
