import type { Configuration, ConfigurationProblem } from '../config/configuration.ts';
import { formatProblem } from '../config/configuration.ts';
import { readConfiguration } from '../config/read-configuration.ts';
import { readFolder } from '../descriptors/read-folder.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import { DESCRIPTOR_FOLDER } from './site-folders.ts';

/** Everything that a site is made from. */
export interface SiteReading {
  /** With problems it holds defaults for what is wrong: nothing may be published with it. */
  readonly configuration: Configuration;
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
  const { configuration, problems, inputs } = readConfiguration(projectFolder, environment);
  const descriptors = readFolder({ projectRoot: projectFolder, folder: DESCRIPTOR_FOLDER });
  return {
    configuration,
    apis: descriptors.apis,
    diagnostics: descriptors.diagnostics,
    problems: problems.map(formatProblem),
    configurationProblems: problems,
    inputs: [...inputs, ...descriptors.inputs],
  };
}
