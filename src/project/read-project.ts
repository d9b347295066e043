import { parseTarget } from '../config/api-target.ts';
import { checkReferences, problemOfTarget } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import { findKeyPlace } from '../config/configuration-files.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import { type DescriptorSet, type FolderOptions, folderReading } from '../descriptors/folder-reading.ts';
import { checkLanguageTwins } from '../descriptors/twin-names.ts';
import type { Format } from '../formats/contract.ts';
import type { ImportModule } from '../formats/extension/load-format-modules.ts';
import type { AccessRule } from '../model/access.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { GUIDE_FILES } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
import type { Site } from '../presentation/page-data/site.ts';
import { type FindingPlace, RuleBook, wholeApi } from '../rules/rule-book.ts';
import type { NamedOperations } from '../store/release.ts';
import { visibleRecord } from '../store/visible-record.ts';
import { accessRuleOf, withExamples } from './access-rule.ts';
import { readConfiguration } from './configuration.ts';
import { DESCRIPTOR_FOLDER } from './folders.ts';
import { importFormatModule } from './import-format-module.ts';
import { namesRemoved, publishedNames, toKnownApi } from './published-names.ts';
import { readFormats } from './read-formats.ts';
import { readLanguages } from './read-languages.ts';
import { type KeptProject, openHiddenOperations, readSharedPaths } from './shared-paths.ts';
import { brandWarnings, readTheme, type ThemeAsset, toAsset } from './theme/read-theme.ts';
import { readTrying } from './trying.ts';

/** Everything that a project says, and what is wrong with it. */
export interface ProjectReading {
  /** With a problem that closes everything nothing may be published with it. */
  readonly configuration: Configuration;
  /** The files of the configuration as they were read, before anything was known of APIs and formats. */
  readonly reading: ConfigurationReading;
  /** Facts about the site, for its pages. */
  readonly site: Site;
  /** Files of its theme and of its guides, and what scripts of its pages say, by URL path. */
  readonly themeAssets: ReadonlyMap<string, ThemeAsset>;
  readonly accessRule: AccessRule;
  /** Operations that no call reaches here, by {@link operationIdentityKey}. */
  readonly unanswered: readonly string[];
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
  /** Problems of the descriptors, conflicts between their paths, and warnings of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
  /** All problems: the errors of the configuration, then `diagnostics`. */
  readonly problems: readonly Diagnostic[];
  /** Diagnostics about a server of the product, also among `diagnostics`: files without one need not heed them. */
  readonly serverWarnings: readonly Diagnostic[];
  readonly configurationProblems: readonly ConfigurationProblem[];
  /** Operations of the release before that are no longer described, where the configuration names some of them. */
  readonly removed: readonly NamedOperations[];
  /** Dependencies of the result: files by their path relative to the project, environment variables as `$NAME`. */
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  /** Finds the configuration file that set the value at `['platform-mvc-auth', 'authentication', …]`. */
  fileOf(keys: readonly string[]): string;
}

interface ReadOptions {
  /** How to get at modules of custom formats; left out: as Node imports them. */
  readonly importModule?: ImportModule;
  /** Readings of an earlier build by the same product and rules: descriptors, and paths that APIs share. */
  readonly kept?: KeptProject;
}

/** Reads configuration, descriptors and formats of a project; what users wrote never makes it throw. */
export async function readProject(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
  { importModule = (module) => importFormatModule(projectFolder, module), kept }: ReadOptions = {},
): Promise<ProjectReading> {
  const files = readConfiguration(projectFolder, environment);
  const rules = new RuleBook(files.configuration.check);
  const descriptors = await readDescriptors({ projectRoot: projectFolder, folder: DESCRIPTOR_FOLDER, rules, kept });
  const isComplete = !descriptors.diagnostics.some(({ severity }) => severity === 'error');
  let removed: readonly NamedOperations[] | undefined;
  const reading = checkReferences(files, descriptors.apis, {
    complete: isComplete,
    removed() {
      // A missing API may be one that could not be read.
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
  const apis = descriptors.apis.filter(({ source }) => !refused.has(source.file));
  const { trying, assets: tryingAssets } = readTrying(configuration, apis, languages);
  const enforced = accessRuleOf(configuration, descriptors.apis);
  const paths = readSharedPaths(descriptors.apis, enforced, configuration, kept);
  const accessRule = withExamples(enforced, configuration.services, new Set(paths.unanswered));
  const open = openHiddenOperations(descriptors.apis, enforced, configuration);
  const shared = [...twins, ...paths.problems, ...open].flatMap(
    (problem) => rules.judge(problem, apiOf(problem, descriptors.apis)) ?? [],
  );
  // An exception may be for what could not be read.
  const unused = isComplete ? unusedExceptions(rules, reading, descriptors.apis) : [];
  const toWarning = (warning: ConfigurationWarning) => toDiagnostic(warning, 'warning', projectFolder);
  const [ofServer, ofAll] = [reading.warnings.filter(isOfServer), reading.warnings.filter((one) => !isOfServer(one))];
  const serverWarnings = ofServer.map(toWarning);
  const diagnostics = [
    ...serverWarnings,
    ...[...ofAll, ...brandWarnings(reading), ...languageWarnings, ...unused].map(toWarning),
    ...descriptors.diagnostics,
    ...shared,
  ];
  return {
    configuration,
    reading: files,
    site: {
      ...configuration.site,
      ...(theme && { theme }),
      ...(languages && { languages }),
      ...(trying && { trying }),
    },
    themeAssets: new Map([...themeAssets, ...tryingAssets, ...shownFiles(descriptors, apis, configuration)]),
    accessRule,
    unanswered: paths.unanswered,
    formats,
    apis,
    isListed: descriptors.isListed,
    isComplete: isComplete && twins.length === 0,
    diagnostics,
    problems: [
      ...configurationProblems.map((problem) => toDiagnostic(problem, 'error', projectFolder)),
      ...diagnostics,
    ],
    serverWarnings,
    configurationProblems,
    removed: removed ?? [],
    inputs: [...inputs, ...descriptors.inputs],
    fileOf: reading.fileOf,
  };
}

/**
 * Reads the descriptors. Where none has changed, the code that reads them is not loaded: a fifth of all that a build
 * loads.
 */
async function readDescriptors(options: FolderOptions): Promise<DescriptorSet> {
  const reading = folderReading(options);
  const first = reading.next();
  return first.done === true ? first.value : (await import('../descriptors/read-folder.ts')).finished(reading);
}

function apiOf({ file }: Diagnostic, apis: readonly ApiRecord[]): FindingPlace | undefined {
  const record = apis.find(({ source }) => source.file === file);
  return record && wholeApi(record);
}

const EXCEPTIONS = ['platform-documentation', 'check', 'exceptions'];

function unusedExceptions(
  rules: RuleBook,
  { configuration, fileOf }: ConfigurationReading,
  apis: readonly ApiRecord[],
): readonly ConfigurationWarning[] {
  return rules.unused().map((index) => {
    const api = configuration.check.exceptions[index]?.api ?? null;
    const unknown = api === null ? undefined : problemOfTarget(parseTarget(api), apis);
    return {
      file: fileOf(EXCEPTIONS),
      line: 0,
      column: 0,
      path: [...EXCEPTIONS, index].join('.'),
      message: `This exception is not used: ${unknown?.message ?? 'nothing is found there.'}`,
      remedy: unknown?.remedy ?? 'Remove it, or correct its rule, API or place.',
    };
  });
}

/** True for a warning about the address of a server, which has no path; that of files may have one. */
function isOfServer({ path }: ConfigurationWarning): boolean {
  return path === 'platform-documentation.base_url';
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

const GUIDE_FILE = new RegExp(`${GUIDE_FILES}[\\w.-]+`, 'g');

/** Files that are shown by guides which readers see. */
function shownFiles(
  { linked }: DescriptorSet,
  apis: readonly ApiRecord[],
  { site }: Configuration,
): readonly (readonly [string, ThemeAsset])[] {
  if (linked.size === 0) return [];
  const guides = apis.flatMap((record) => visibleRecord(record, site.audience)?.guides ?? []);
  const shown = new Set(guides.flatMap(({ text }) => text.match(GUIDE_FILE) ?? []));
  return [...linked].filter(([path]) => shown.has(path)).map(([path, bytes]) => [path, toAsset(path, bytes)]);
}
