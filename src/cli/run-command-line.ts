import { parseArgs } from 'node:util';
import { DESCRIPTOR_ENDING } from '../descriptors/path-names.ts';
import { isSystemError, systemProblem } from '../files/system-error.ts';
import { closeNames } from '../model/close-names.ts';
import { productVersion } from '../project/product.ts';
import {
  type Command,
  type CommandEntry,
  commonOptions,
  type ExitCode,
  forShell,
  globalOptions,
  type Invocation,
  UsageError,
} from './command.ts';
import { commands } from './commands/table.ts';
import { quiet } from './terminal.ts';

type Surroundings = Pick<Invocation, 'projectFolder' | 'environment' | 'terminal' | 'dialog'>;

/** Runs `platform-docs <args>`. Wrong usage leads to exit code 2, and a message and a hint on standard error. */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { terminal } = surroundings;
  // `help build` is `build --help`.
  const [name, ...rest] = args[0] === 'help' ? [args[1] ?? '--help', ...(args.length > 1 ? ['--help'] : [])] : args;
  if (name === undefined) {
    terminal.complain(helpText());
    return 2;
  }
  if (name === '--help' || name === '-h') {
    terminal.print(helpText());
    return 0;
  }
  if (name === '--version' || name === '-v') {
    terminal.print(productVersion());
    return 0;
  }
  const entry = commands.find((candidate) => candidate.name === name);
  try {
    if (entry === undefined) throw new UsageError(unknownName(name));
    return await runCommand(entry, rest, surroundings);
  } catch (error) {
    if (isSystemError(error)) {
      terminal.complain(`platform-docs: ${systemProblem(error)}`);
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    terminal.complain(
      `platform-docs: ${error.message} See "platform-docs ${entry === undefined ? '' : `${entry.name} `}--help".`,
    );
    return 2;
  }
}

async function runCommand(entry: CommandEntry, args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const command = await entry.load();
  if (args.includes('--help') || args.includes('-h')) {
    surroundings.terminal.print(command.help.trimEnd());
    return 0;
  }
  const parsed = parse(command, args);
  const { terminal } = surroundings;
  return command.run({
    ...surroundings,
    ...parsed,
    commands,
    terminal: parsed.options.has('quiet') ? quiet(terminal) : terminal,
  });
}

function parse(command: Command, args: readonly string[]): Pick<Invocation, 'arguments' | 'options' | 'valuesOf'> {
  const known: Command['options'] = { ...command.options, ...commonOptions };
  const { tokens } = parseArgs({
    args: [...args],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, string | boolean>();
  const lists = new Map<string, readonly string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined) throw new UsageError(unknownOption(token.rawName, known));
    const { value } = token;
    if (
      option.type === 'string' &&
      (value === undefined || (token.inlineValue === false && value.startsWith('-') && value.length > 1))
    ) {
      throw new UsageError(`The option ${token.rawName} needs a value.`);
    }
    if (option.type === 'boolean' && value !== undefined)
      throw new UsageError(`The option ${token.rawName} takes no value.`);
    if (options.has(token.name) && option.multiple !== true)
      throw new UsageError(`The option ${token.rawName} is given twice.`);
    options.set(token.name, value ?? true);
    if (value !== undefined) lists.set(token.name, [...(lists.get(token.name) ?? []), value]);
  }
  const surplus = positionals[command.mostArguments];
  if (surplus !== undefined) {
    const advice = command.mostArguments === 0 ? adviceOnFile(surplus) : '';
    throw new UsageError(`The argument ${JSON.stringify(surplus)} is not expected.${advice}`);
  }
  return { arguments: positionals, options, valuesOf: (option) => lists.get(option) ?? [] };
}

function unknownName(name: string): string {
  if (name.startsWith('-')) return `The option ${JSON.stringify(name)} is not known.${hint(name, globalOptions)}`;
  const names = [...commands.map((command) => command.name), 'help'];
  return `The command ${JSON.stringify(name)} is not known.${hint(name, names)}${adviceOnFile(name)}`;
}

/** Advice if an argument is a file: unlike other tools, this command reads the descriptors of the project. */
function adviceOnFile(name: string): string {
  if (!DESCRIPTOR_ENDING.test(name)) return '';
  return ` Document it with "platform-docs init --from ${forShell(name)}".`;
}

function unknownOption(rawName: string, known: Command['options']): string {
  const names = Object.keys(known).map((option) => `--${option}`);
  return `The option ${JSON.stringify(rawName)} is not known.${hint(rawName, names)}`;
}

function hint(name: string, names: readonly string[]): string {
  const [close] = closeNames(name, names);
  return close === undefined ? '' : ` Did you mean ${close}?`;
}

function helpText(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Usage: platform-docs <command> [options]',
    '',
    'Works on the project in the current folder: api-descriptors/ and config/.',
    '',
    'Commands:',
    ...lines,
    '',
    'Options of every command:',
    '  -h, --help   Print the help of a command, as "platform-docs help <command>" does',
    '  -q, --quiet  Print errors, warnings and results only',
    '',
    'platform-docs --version, or -v, prints the version.',
  ].join('\n');
}
