import { realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Command, type ExitCode, forShell, type Invocation, type Terminal, UsageError } from '../command.ts';
import { ADDRESS, readAnySource } from '../init/fetched-sources.ts';
import { REPORT } from '../init/laminas-project.ts';
import { lookAround, type Plan, planProject, type Surroundings } from '../init/plan.ts';
import { descriptorsIn, readSource, type Source } from '../init/sources.ts';
import { InitError, writeFiles } from '../init/write-files.ts';
import { complainOf } from '../problem-report.ts';
import { createQuestions, Interrupted, type Questions } from '../questions.ts';

const HELP = `Usage: platform-docs init [folder] [--from <file|folder|url>]… [--log-in] [--yes]

Creates a project in a folder, by default the current one: package.json, api-descriptors/, config/ and
.gitignore. On a terminal, it asks for missing options. An existing package.json gets a dependency and
scripts; an Astro site gets descriptors, the dependency and .gitignore. Other existing files are not
changed.

Options:
  --from <file|folder|url>
               Descriptors in any format that is read, to copy with what they refer to and with their overlays,
               or a project of Laminas API Tools, of which descriptors, log-ins and rules are made;
               may be given several times. "platform-docs fetch" fetches those of an https URL anew.
               Default: the descriptions in the folder, else a sample
  --log-in     Clients have to log in to call an API; "npm start" makes the first user
  -y, --yes    Ask nothing

Exit codes: 0 created, 1 it cannot be created and nothing was written, 2 wrong use, 130 ended by Ctrl-C
`;

/** Matches the user agent of a package manager, in the environment of the programs that it starts. */
const PACKAGE_MANAGER = /^(?:npm|pnpm|yarn|bun)(?=\/)/;
const INTEGRATION = 'platform-documentation/integration';

/** Creates a new project, or adds missing files to an existing one. */
export const init: Command = {
  help: HELP,
  options: {
    from: { type: 'string', multiple: true },
    'log-in': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  mostArguments: 1,
  async run(invocation) {
    const { options, terminal, dialog } = invocation;
    const isAsking = !options.has('yes') && dialog.input.isTTY === true && dialog.output.isTTY === true;
    const questions = isAsking ? createQuestions(dialog) : null;
    try {
      return await makeProject(invocation, questions);
    } catch (error) {
      if (error instanceof Interrupted) return 130;
      if (!(error instanceof InitError)) throw error;
      complainOf(error, terminal);
      terminal.complain(`platform-docs: ${error.message}`);
      return 1;
    } finally {
      questions?.close();
    }
  },
};

async function makeProject(invocation: Invocation, questions: Questions | null): Promise<ExitCode> {
  const { projectFolder: currentFolder, environment, options, terminal } = invocation;
  const shown = invocation.arguments[0] ?? (await questions?.ask('Folder of the project [.]: ', '.')) ?? '.';
  if (ADDRESS.test(shown)) throw new UsageError('An address is not a folder. Write --from before it.');
  const folder = resolve(currentFolder, shown);
  const surroundings = lookAround(folder);
  const sources = await sourcesOf(invocation, folder, surroundings, questions);
  complainOf({ diagnostics: sources.flatMap(({ leftOut }) => leftOut) }, terminal);
  const isSite = surroundings.astroConfig !== null;
  const question = 'Do clients have to log in to call the APIs?';
  const withLogIn = options.has('log-in') || (!isSite && ((await questions?.confirm(question, false)) ?? false));
  const plan = planProject({ folder, sources, withLogIn }, surroundings);
  const { created, kept } = writeFiles(folder, plan.files, plan.changed);
  for (const line of createdLines(created, plan, currentFolder)) terminal.inform(line);
  if (plan.changed !== null) terminal.inform(`Added to ${plan.changed.path}: ${plan.changed.added.join('; ')}`);
  for (const path of kept) terminal.inform(keptLine(path));
  const [manager = 'npm'] = PACKAGE_MANAGER.exec(environment['npm_config_user_agent'] ?? '') ?? [];
  terminal.inform(nextSteps(relative(currentFolder, folder), surroundings, plan, manager));
  return 0;
}

async function sourcesOf(
  { projectFolder: currentFolder, terminal, valuesOf }: Invocation,
  folder: string,
  { hasDescriptors }: Surroundings,
  questions: Questions | null,
): Promise<readonly Source[]> {
  const named = valuesOf('from');
  if (named.length > 0) {
    const sources: Source[] = [];
    for (const name of named) sources.push(await readAnySource(currentFolder, name, sources));
    return sources;
  }
  if (hasDescriptors) return [];
  const { inside, outside } = descriptorsIn(folder);
  for (const path of outside.map((name) => join(relative(currentFolder, folder), name)))
    terminal.inform(`${path} is a link out of the folder and was not copied. Use --from ${forShell(path)} to copy it.`);
  if (inside.length > 0 && ((await questions?.confirm(`Document ${inside.join(', ')}?`, true)) ?? true))
    return inside.map((name) => readSource(folder, name));
  return questions === null ? [] : askForSource(currentFolder, questions, terminal);
}

/** Asks until the answer is a path or a URL with descriptors; an empty answer selects the sample. */
async function askForSource(
  currentFolder: string,
  questions: Questions,
  terminal: Terminal,
): Promise<readonly Source[]> {
  for (;;) {
    const answer = await questions.ask(
      'OpenAPI file or another description, a folder with some, or a URL; Enter for a sample: ',
      '',
    );
    if (answer === '') return [];
    try {
      return [await readAnySource(currentFolder, answer, [])];
    } catch (error) {
      if (!(error instanceof InitError)) throw error;
      complainOf(error, terminal);
      terminal.complain(error.message);
    }
  }
}

/** Lists the created files. For copies, adds the advice to edit them, since the originals are not read. */
function createdLines(created: readonly string[], { files }: Plan, currentFolder: string): readonly string[] {
  const originals = new Map(files.flatMap(({ path, copyOf }) => (copyOf === undefined ? [] : [[path, copyOf]])));
  const copies = created.filter((path) => originals.has(path));
  return created.flatMap((path) => {
    const original = originals.get(path);
    if (original === undefined) return [`Created ${path}`];
    const copied = `Copied ${relative(realpathSync(currentFolder), original)} to ${path}`;
    if (copies.length === 1) return [`${copied}: edit the copy, the original is not read.`];
    return path === copies.at(-1) ? [copied, 'Edit the copies: the originals are not read.'] : [copied];
  });
}

function keptLine(path: string): string {
  const advice =
    path === '.gitignore'
      ? '; keep node_modules/, dist/, data/* and config/autoload/*local.yaml out of version control'
      : '';
  return `${path} exists already and was not changed${advice}.`;
}

/** @param folder path relative to the current folder; `''` for the current folder itself */
function nextSteps(
  folder: string,
  { packageText, astroConfig, isInstalled }: Surroundings,
  { keptScripts, files }: Plan,
  manager: string,
): string {
  const before = [...(folder === '' ? [] : [`cd ${forShell(folder)}`]), ...(isInstalled ? [] : [`${manager} install`])];
  const own = (command: string): string =>
    keptScripts.includes(command)
      ? `npx platform-docs ${command}`
      : `${manager} ${command === 'start' ? '' : 'run '}${command}`;
  const start =
    astroConfig === null ? own('start') : hasDevScript(packageText) ? `${manager} run dev` : 'npx astro dev';
  const integration =
    astroConfig === null
      ? []
      : [
          '',
          `Add the integration to ${astroConfig}:`,
          '',
          `  import { platformDocumentation } from '${INTEGRATION}';`,
          '  export default defineConfig({ integrations: [platformDocumentation()] });',
        ];
  const report = files.some(({ path }) => path === REPORT)
    ? ['', `What was carried over, what was not, and what is next: ${join(folder, REPORT)}`]
    : [];
  return [
    ...integration,
    ...report,
    '',
    'Next:',
    '',
    ...(before.length === 0 ? [] : [`  ${before.join(' && ')}`]),
    `  ${start}`,
  ].join('\n');
}

function hasDevScript(packageText: string | null): boolean {
  return packageText !== null && /"dev"\s*:/.test(packageText);
}
