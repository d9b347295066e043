import { checkReferences } from '../config/check-references.ts';
import { type DescriptorSet, type FolderOptions, folderReading } from '../descriptors/folder-reading.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { readConfiguration } from './configuration.ts';
import { judged, toDiagnostic, unusedExceptions } from './findings.ts';
import { DESCRIPTOR_FOLDER } from './folders.ts';
import type { ProjectReading, ReadOptions } from './project-reading.ts';
import { namesRemoved, publishedNames, toKnownApi } from './published-names.ts';
import { readFormats } from './read-formats.ts';
import { readSite } from './read-site.ts';
import { readAccess } from './shared-paths.ts';

/** Reads configuration, descriptors and formats of a project; reports invalid content without throwing. */
export async function readProject(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
  { importModule, kept }: ReadOptions = {},
): Promise<ProjectReading> {
  const files = readConfiguration(projectFolder, environment);
  const rules = new RuleBook(files.configuration.check);
  const descriptors = await readDescriptors({
    projectRoot: projectFolder,
    folder: DESCRIPTOR_FOLDER,
    rules,
    overlays: files.configuration.overlays,
    kept,
  });
  const isComplete = !descriptors.diagnostics.some(({ severity }) => severity === 'error');
  let removed: ProjectReading['removed'] | undefined;
  const reading = checkReferences(files, descriptors.apis, {
    complete: isComplete,
    removed() {
      // An API may be missing because its descriptor could not be read.
      removed ??= isComplete ? namesRemoved(publishedNames(projectFolder), descriptors.apis) : [];
      return removed.map(toKnownApi);
    },
  });
  const { configuration, inputs } = reading;
  const formats = await readFormats(projectFolder, reading, importModule);
  const { site, assets, apis, twins, ...ofSite } = readSite(projectFolder, reading, descriptors);
  const { accessRule, unanswered, problems: ofPaths } = readAccess(descriptors.apis, configuration, kept);
  const shared = judged([...twins, ...ofPaths], rules, descriptors.apis);
  // An unused exception may be for a descriptor that could not be read.
  const unused = isComplete ? unusedExceptions(rules, reading, descriptors.apis) : [];
  const configurationProblems = [...reading.problems, ...formats.problems, ...ofSite.problems];
  const diagnosticsOf = (found: typeof reading.warnings, severity: 'error' | 'warning' = 'warning') =>
    found.map((one) => toDiagnostic(one, severity, projectFolder));
  const diagnostics = [
    ...diagnosticsOf([...reading.warnings, ...ofSite.warnings, ...unused]),
    ...descriptors.diagnostics,
    ...shared,
  ];
  return {
    configuration,
    reading: files,
    site,
    themeAssets: assets,
    accessRule,
    unanswered,
    formats: formats.formats,
    apis,
    isListed: descriptors.isListed,
    isComplete: isComplete && twins.length === 0,
    diagnostics,
    problems: [...diagnosticsOf(configurationProblems, 'error'), ...diagnostics],
    configurationProblems,
    removed: removed ?? [],
    inputs: [...inputs, ...descriptors.inputs],
    fileOf: reading.fileOf,
  };
}

/**
 * Reads the descriptors. If none has changed, does not load the code that reads them, a fifth of the code that a build
 * loads.
 */
async function readDescriptors(options: FolderOptions): Promise<DescriptorSet> {
  const reading = folderReading(options);
  const first = reading.next();
  return first.done === true ? first.value : (await import('../descriptors/read-descriptors.ts')).finished(reading);
}
