import { checkReferences } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ConfigurationProblem } from '../config/problem.ts';
import { formatProblem } from '../config/problem.ts';
import { readConfiguration } from '../config/read-configuration.ts';
import { readFolder } from '../descriptors/read-folder.ts';
import type { AccessRule } from '../model/access.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import { accessRuleOf } from './access.ts';
import { DESCRIPTOR_FOLDER } from './site-folders.ts';

/** Everything that a site is made from. */
export interface SiteReading {
  /** With a problem that closes everything nothing may be published with it. */
  readonly configuration: Configuration;
  /** Of the configuration. */
  readonly accessRule: AccessRule;
  /** The APIs without errors, in the order of their files. */
  readonly apis: readonly ApiRecord[];
  /** Of the descriptors. */
  readonly diagnostics: readonly Diagnostic[];
  /** Of the configuration, one line each. */
  readonly problems: readonly string[];
  readonly configurationProblems: readonly ConfigurationProblem[];
  /** What the result depends on: files by their path relative to the project, environment variables as `$NAME`. */
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
}

/** Reads configuration and descriptors of a project; what users wrote never makes it throw. */
export async function readSite(projectFolder: string, environment: Readonly<Record<string, string | undefined>>): Promise<SiteReading> {
  const descriptors = readFolder({ projectRoot: projectFolder, folder: DESCRIPTOR_FOLDER });
  const complete = !descriptors.diagnostics.some(({ severity }) => severity === 'error');
  const { configuration, problems, inputs } = checkReferences(readConfiguration(projectFolder, environment), descriptors.apis, { complete });
  return {
    configuration,
    accessRule: accessRuleOf(configuration),
    apis: descriptors.apis,
    diagnostics: descriptors.diagnostics,
    problems: problems.map(formatProblem),
    configurationProblems: problems,
    inputs: [...inputs, ...descriptors.inputs],
  };
}
