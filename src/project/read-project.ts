import { checkReferences } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import { findKeyPlace } from '../config/key-place.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import { BoundedDiagnostics } from '../descriptors/bounded-diagnostics.ts';
import { readFolder } from '../descriptors/read-folder.ts';
import { checkLanguageTwins } from '../descriptors/twin-names.ts';
import type { Format } from '../formats/contract.ts';
import type { ImportModule } from '../formats/extension/load-format-modules.ts';
import type { AccessRule } from '../model/access.ts';
import { Api } from '../model/api.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Site } from '../model/page/document.ts';
import type { ApiRecord } from '../model/records.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
import { readClaims } from '../services/routing/claims.ts';
import type { NamedOperations } from '../store/release.ts';
import { accessRuleOf, withExamples } from './access-rule.ts';
import { readConfiguration } from './configuration.ts';
import { DESCRIPTOR_FOLDER } from './folders.ts';
import { importFormatModule } from './import-format-module.ts';
import { namesRemoved, publishedNames, toKnownApi } from './published-names.ts';
import { readFormats } from './read-formats.ts';
import { readLanguages } from './read-languages.ts';
import type { ThemeAsset } from './theme/read-theme.ts';
import { brandWarnings, readTheme } from './theme/read-theme.ts';

/** Everything that a project says, and what is wrong with it. */
export interface ProjectReading {
  /** With a problem that closes everything nothing may be published with it. */
  readonly configuration: Configuration;
  /** The files of the configuration as they were read, before anything was known of APIs and formats. */
  readonly reading: ConfigurationReading;
  /** What pages know of the site around them. */
  readonly site: Site;
  /** Files of its theme, by URL path. */
  readonly themeAssets: ReadonlyMap<string, ThemeAsset>;
  /** Of the configuration. */
  readonly accessRule: AccessRule;
  /** Ours and the project's own, with the media types that selectors give them. */
  readonly formats: readonly Format[];
  /** The APIs without errors, in the order of their files. */
  readonly apis: readonly ApiRecord[];
  /**
   * False where a folder of descriptors is missing or cannot be read: it is unknown which APIs are not among `apis`.
   */
  readonly isListed: boolean;
  /** Whether every descriptor could be read; false with `isListed`. */
  readonly isComplete: boolean;
  /** Of the descriptors, of paths that they cannot all have, and warnings of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
  /** Those, and before them the errors of the configuration: all that is wrong. */
  readonly problems: readonly Diagnostic[];
  readonly configurationProblems: readonly ConfigurationProblem[];
  /** What the release before had and is described no more, where the configuration names some of it. */
  readonly removed: readonly NamedOperations[];
  /** What the result depends on: files by their path relative to the project, environment variables as `$NAME`. */
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  /** Which file of the configuration set the value at `['platform-mvc-auth', 'authentication', …]`. */
  fileOf(keys: readonly string[]): string;
}

/**
 * Reads configuration, descriptors and formats of a project; what users wrote never makes it throw.
 * @param importModule how to get at modules of custom formats; left out: as Node imports them
 */
export async function readProject(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
  importModule: ImportModule = (module) => importFormatModule(projectFolder, module),
): Promise<ProjectReading> {
  const descriptors = readFolder({ projectRoot: projectFolder, folder: DESCRIPTOR_FOLDER });
  const isComplete = !descriptors.diagnostics.some(({ severity }) => severity === 'error');
  const files = readConfiguration(projectFolder, environment);
  let removed: readonly NamedOperations[] | undefined;
  const reading = checkReferences(files, descriptors.apis, {
    complete: isComplete,
    removed() {
      // What is not there may be what could not be read.
      removed ??= isComplete ? namesRemoved(publishedNames(projectFolder), descriptors.apis) : [];
      return removed.map(toKnownApi);
    },
  });
  const { configuration, inputs } = reading;
  const { formats, problems: formatProblems } = await readFormats(projectFolder, reading, importModule);
  const { theme, assets: themeAssets, problems: themeProblems } = readTheme(projectFolder, reading);
  const { languages, problems: languageProblems, warnings: languageWarnings } = readLanguages(projectFolder, reading);
  const configurationProblems = [...reading.problems, ...formatProblems, ...themeProblems, ...languageProblems];
  const twins = checkLanguageTwins(descriptors.apis, languages?.slice(1).map(({ tag }) => tag) ?? []);
  const refused = new Set(twins.map(({ file }) => file));
  const accessRule = withExamples(accessRuleOf(configuration, descriptors.apis), configuration.services);
  const diagnostics = [
    ...[...reading.warnings, ...brandWarnings(reading), ...languageWarnings].map((warning) =>
      toDiagnostic(warning, 'warning', projectFolder),
    ),
    ...descriptors.diagnostics,
    ...twins,
    ...routeProblems(descriptors.apis, accessRule, configuration),
  ];
  return {
    configuration,
    reading: files,
    site: { ...configuration.site, ...(theme && { theme }), ...(languages && { languages }) },
    themeAssets,
    accessRule,
    formats,
    apis: descriptors.apis.filter(({ source }) => !refused.has(source.file)),
    isListed: descriptors.isListed,
    isComplete: isComplete && twins.length === 0,
    diagnostics,
    problems: [
      ...configurationProblems.map((problem) => toDiagnostic(problem, 'error', projectFolder)),
      ...diagnostics,
    ],
    configurationProblems,
    removed: removed ?? [],
    inputs: [...inputs, ...descriptors.inputs],
    fileOf: reading.fileOf,
  };
}

function toDiagnostic(
  { file, line, column, path, message, remedy }: ConfigurationWarning,
  severity: Diagnostic['severity'],
  projectFolder: string,
): Diagnostic {
  const place = line > 0 ? { line, column } : findKeyPlace(projectFolder, file, path);
  return {
    file,
    ...place,
    severity,
    rule: 'configuration',
    message: path === '' ? message : `${path}: ${message}`,
    remedy,
  };
}

/** Paths that APIs have in common. None is left out for it: which one was meant is unknown. */
function routeProblems(
  apis: readonly ApiRecord[],
  accessRule: AccessRule,
  { metrics }: Configuration,
): readonly Diagnostic[] {
  const bounded = new BoundedDiagnostics();
  const models = apis.map((record) => new Api(record, { accessRule }));
  for (const problem of readClaims(models, { hasMetrics: metrics }).problems) bounded.add(problem);
  return bounded.list();
}
