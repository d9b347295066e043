import { join } from 'node:path';
import { loadSchemes } from '../../auth/schemes/registry.ts';
import { countOf, type Diagnostic, errorsFirst, problemCount } from '../../model/diagnostic.ts';
import { readConfiguration } from '../../project/configuration.ts';
import { extensionsOf } from '../../project/extensions.ts';
import type { ProjectReading } from '../../project/project-reading.ts';
import { readProject } from '../../project/read-project.ts';
import { CompileError } from '../../release/build-errors.ts';
import { rendererState, tryTemplates } from '../../release/renderer.ts';
import type { Rule } from '../../rules/contract.ts';
import { rules } from '../../rules/registry.ts';
import { problemOfName } from '../../rules/rule-book.ts';
import { excerpts, explanationOf, ruleLines } from '../check-lines.ts';
import { askedReport, type Command, flags, UsageError } from '../command.ts';
import { passwordFileWarnings, sharedOriginWarnings, sourceWarnings } from '../configuration-warnings.ts';
import { diagnosticLine, NO_API } from '../problem-report.ts';
import { type CheckReportName, checkReports, repositoryPrefix } from '../reports.ts';

const reportNames = Object.keys(checkReports) as CheckReportName[];
const OPTION_WIDTH = 18;

const HELP = `Usage: platform-docs check [--format text|${reportNames.join('|')}] [--strict]

Lints the descriptors in api-descriptors/ and the configuration in config/autoload/. Also compiles the
templates of the project, imports its formats, and warns of password files that cannot be used and of APIs
that can act on the whole origin.
Each problem is one line: file:line:column: severity rule message. Lines of the descriptor that begin with
spaces follow, its place marked. A problem of a whole file has no line and column. Errors come first; the last
line has the total. Severities of rules, sets of rules and exceptions are in the configuration, below
platform-documentation.check.

Options:
${reportNames.map((name) => `  ${`--${name}`.padEnd(OPTION_WIDTH)}${checkReports[name].about}`).join('\n')}
  --format <name>   The same by name: text, ${reportNames.join(', ')}
  --strict          Fail on warnings, too
  --rules           Print all rules, with their severities in this project
  --explain <rule>  Print what a rule is about, with an example

Exit codes: 0 nothing is wrong, 1 there are problems, 2 wrong use
`;

/** Lints descriptors and configuration. */
export const check: Command = {
  help: HELP,
  options: {
    ...flags(...reportNames),
    format: { type: 'string' },
    ...flags('strict', 'rules'),
    explain: { type: 'string' },
  },
  mostArguments: 0,
  async run({ options, projectFolder, environment, terminal }) {
    const report = askedReport(options, reportNames);
    const explained = options.get('explain');
    if (options.has('rules') || explained !== undefined) {
      const { check: settings } = readConfiguration(projectFolder, environment).configuration;
      if (explained === undefined) for (const line of ruleLines(settings)) terminal.print(line);
      else terminal.print(explanationOf(ruleNamed(String(explained)), settings));
      return 0;
    }
    const project = await readProject(projectFolder, environment);
    const passwordFiles = passwordFileWarnings(
      project.configuration,
      projectFolder,
      project.fileOf,
      await loadSchemes(),
    );
    const sharedOrigin = sharedOriginWarnings(project.configuration, projectFolder, project.fileOf);
    const templates = await templateProblems(project, projectFolder);
    const isOfConfiguration = ({ rule }: Diagnostic): boolean => rule === 'configuration';
    const problems = errorsFirst([
      ...project.problems.filter(isOfConfiguration),
      ...passwordFiles,
      ...sharedOrigin,
      ...sourceWarnings(project.configuration, projectFolder, project.fileOf),
      ...templates,
      ...inOrder(project.problems.filter((problem) => !isOfConfiguration(problem))),
    ]);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const warnings = problems.length - errors;
    if (report !== undefined) {
      const text = checkReports[report].write(
        { problems, errors, warnings },
        repositoryPrefix(projectFolder, environment),
      );
      if (text !== '') terminal.print(text);
    } else {
      const excerptOf = excerpts(projectFolder, problems);
      for (const problem of problems) {
        terminal.print(diagnosticLine(problem));
        for (const line of excerptOf(problem)) terminal.inform(line);
      }
    }
    // If errors are the reason that there is no API, they have been reported already.
    if (project.apis.length === 0 && errors === 0) terminal.complain(NO_API);
    // The output of other reports is one document and nothing else.
    if (report === undefined || report === 'github')
      terminal.inform(`${countOf(project.apis.length, 'API version')}, ${problemCount(errors, warnings)}.`);
    if (report === undefined && problems.some(({ rule }) => rules.has(rule)))
      terminal.inform('For more about a rule, run "platform-docs check --explain <rule>".');
    return errors > 0 || (warnings > 0 && options.has('strict')) ? 1 : 0;
  },
};

function ruleNamed(name: string): Rule {
  const rule = rules.get(name);
  if (rule === undefined) throw new UsageError(`${problemOfName(name)} --rules lists all.`);
  return rule;
}

/** Compiles the templates of the project unless a build has compiled their current version; returns the problems. */
async function templateProblems(project: ProjectReading, projectFolder: string): Promise<readonly Diagnostic[]> {
  const extensions = extensionsOf(projectFolder, project.configuration);
  const isMissing = project.configurationProblems.some(({ path }) => path.startsWith('view_manager'));
  if (isMissing || Object.keys(extensions.templateMap).length === 0) return [];
  const distFolder = join(projectFolder, 'dist');
  if (rendererState({ distFolder, extensions }).isCurrent) return [];
  try {
    // Format modules are left out: their problems were reported when readProject imported them.
    await tryTemplates({ ...extensions, formatModules: [] });
    return [];
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    const { faults, reason } = error;
    const about = { severity: 'error', rule: 'template', remedy: 'Fix the template.' } as const;
    if (faults.length === 0)
      return [
        { ...about, file: 'config/autoload', line: 0, column: 0, message: `view_manager.template_map: ${reason}` },
      ];
    return faults.map(({ key, named, file, line, column }) => {
      return { ...about, file, line, column, message: `${key}: ${named} cannot be compiled: ${reason}` };
    });
  }
}

function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
}
