import type { Configuration } from '../config/configuration.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { Format } from '../formats/contract.ts';
import type { ImportModule } from '../formats/extension/load-format-modules.ts';
import type { AccessRule } from '../model/access.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { ConfigurationProblem } from '../options/problem.ts';
import type { Site } from '../presentation/page-data/site.ts';
import type { NamedOperations } from '../store/release.ts';
import type { KeptProject } from './shared-paths.ts';
import type { ThemeAsset } from './theme/read-theme.ts';

/** Contents of a project, with all problems. */
export interface ProjectReading {
  /** Checked configuration. Must not be published if it has a problem that closes everything. */
  readonly configuration: Configuration;
  /** Configuration as read, before it is checked against APIs and formats. */
  readonly reading: ConfigurationReading;
  /** Data about the site that all pages share. */
  readonly site: Site;
  /** Files of the theme and of guides, and texts of scripts, by URL path. */
  readonly themeAssets: ReadonlyMap<string, ThemeAsset>;
  readonly accessRule: AccessRule;
  /** Keys of the operations that no request reaches ({@link operationIdentityKey}). */
  readonly unanswered: readonly string[];
  /** Built-in formats and formats of the project, with the media types that selectors assign to them. */
  readonly formats: readonly Format[];
  /** APIs without errors, in the order of their files. */
  readonly apis: readonly ApiRecord[];
  /** False if a folder of descriptors is missing or cannot be read: `apis` then lacks an unknown number of APIs. */
  readonly isListed: boolean;
  /** True if no descriptor has an error; always false if `isListed` is false. */
  readonly isComplete: boolean;
  /** Problems of the descriptors, conflicts between their paths, and warnings of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
  /** All problems: the errors of the configuration, then `diagnostics`. */
  readonly problems: readonly Diagnostic[];
  readonly configurationProblems: readonly ConfigurationProblem[];
  /** Operations of the previous release that are no longer described, if the configuration names some of them. */
  readonly removed: readonly NamedOperations[];
  /** Dependencies of the result: files by their path relative to the project, environment variables as `$NAME`. */
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  /** Finds the configuration file that set the value at `['platform-mvc-auth', 'authentication', …]`. */
  fileOf(keys: readonly string[]): string;
}

export interface ReadOptions {
  /** Imports modules of custom formats; by default, Node imports them. */
  readonly importModule?: ImportModule;
  /** Results of an earlier build with the same product and rules: descriptors, and paths that APIs share. */
  readonly kept?: KeptProject;
}
