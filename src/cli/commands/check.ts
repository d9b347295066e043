import { join } from 'node:path';
import { extensionsOf } from '../../build/extensions.ts';
import type { SiteReading } from '../../build/read-site.ts';
import { readSite } from '../../build/read-site.ts';
import { CompileError, rendererState, tryTemplates } from '../../build/renderer.ts';
import { findKeyPlace } from '../../config/key-place.ts';
import type { ConfigurationProblem } from '../../config/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { formatDiagnostic } from '../../model/diagnostic.ts';
import type { Command } from '../command.ts';
import { passwordFileWarnings } from '../password-file-warnings.ts';
import { sharedOriginWarnings } from '../shared-origin-warnings.ts';

const HELP = `Usage: platform-docs check [--json] [--strict]

Lints the descriptors in api-descriptors/ and the configuration in config/autoload/.
Templates of the project are compiled, its formats imported.
Password files that close their adapters are warnings, and so are APIs that may act on the whole origin.
Each problem is one line: file:line:column: severity rule message; without line and column where it
is the file as a whole.

Options:
  --json    Print {"problems":[…],"errors":n,"warnings":n} instead
  --strict  Warnings fail too

Exit codes: 0 nothing is wrong, 1 there are problems, 2 wrong use
`;

/** Lints descriptors and configuration. */
export const check: Command = {
  help: HELP,
  options: { json: { type: 'boolean' }, strict: { type: 'boolean' } },
  mostArguments: 0,
  async run({ options, projectFolder, environment, terminal }) {
    const site = await readSite(projectFolder, environment);
    const passwordFiles = passwordFileWarnings(site.configuration, projectFolder, site.fileOf);
    const sharedOrigin = sharedOriginWarnings(site.configuration, projectFolder, site.fileOf);
    const configuration = site.configurationProblems.map((problem) => toDiagnostic(problem, projectFolder));
    const templates = await templateProblems(site, projectFolder);
    const problems = [...configuration, ...passwordFiles, ...sharedOrigin, ...templates, ...inOrder(site.diagnostics)];
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const warnings = problems.length - errors;
    if (options.has('json')) {
      terminal.print(JSON.stringify({ problems, errors, warnings }, null, 2));
    } else {
      for (const problem of problems) terminal.print(formatDiagnostic(problem));
      terminal.print(`${count(site.apis.length, 'API version')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}.`);
    }
    return errors > 0 || (warnings > 0 && options.has('strict')) ? 1 : 0;
  },
};

/** Templates are compiled where the project has some that a build has not compiled yet. */
async function templateProblems(site: SiteReading, projectFolder: string): Promise<readonly Diagnostic[]> {
  const extensions = extensionsOf(projectFolder, site.configuration);
  const isMissing = site.configurationProblems.some(({ path }) => path.startsWith('view_manager'));
  if (isMissing || Object.keys(extensions.templateMap).length === 0) return [];
  const distFolder = join(projectFolder, 'dist');
  if (rendererState({ distFolder, extensions }).isCurrent) return [];
  try {
    // What is wrong with formats was reported when they were imported.
    await tryTemplates({ ...extensions, formatModules: [] });
    return [];
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    const { faults, reason } = error;
    const about = { severity: 'error', rule: 'template', remedy: 'Fix the template.' } as const;
    if (faults.length === 0) return [{ ...about, file: 'config/autoload', line: 0, column: 0, message: `view_manager.template_map: ${reason}` }];
    return faults.map(({ key, named, file, line, column }) => {
      return { ...about, file, line, column, message: `${key}: ${named} cannot be compiled: ${reason}` };
    });
  }
}

function toDiagnostic({ file, line, column, path, message, remedy }: ConfigurationProblem, projectFolder: string): Diagnostic {
  const place = line > 0 ? { line, column } : findKeyPlace(projectFolder, file, path);
  return { file, ...place, severity: 'error', rule: 'configuration', message: path === '' ? message : `${path}: ${message}`, remedy };
}

function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column));
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
