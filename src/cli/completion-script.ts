import type { Command, CommandEntry } from './command.ts';
import { commonOptions, globalOptions } from './common-options.ts';

/** In the order of their age. */
export const shells = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof shells)[number];

/** What a command line may go on with. */
interface Completions {
  /** In the first place. */
  readonly first: readonly Word[];
  /** After each command. */
  readonly byCommand: readonly {
    readonly name: string;
    readonly options: readonly Word[];
    readonly firstArguments: readonly string[];
  }[];
}

interface Word {
  readonly word: string;
  /** One line; `''`: none. */
  readonly about: string;
  /** An option that a value follows, such as a file. */
  readonly hasValue: boolean;
}

/**
 * What a shell reads to complete commands, options and the first arguments that commands have a list of; else it
 * completes files.
 */
export async function completionScript(shell: Shell, commands: readonly CommandEntry[]): Promise<string> {
  const completions = await completionsOf(commands);
  switch (shell) {
    case 'bash':
      return bashScript(completions);
    case 'zsh':
      return zshScript(completions);
    case 'fish':
      return fishScript(completions);
    default:
      return shell satisfies never;
  }
}

async function completionsOf(commands: readonly CommandEntry[]): Promise<Completions> {
  const loaded = await Promise.all(commands.map(async ({ name, load }) => ({ name, command: await load() })));
  const names = commands.map(({ name }) => name);
  return {
    first: [
      ...commands.map(({ name, summary }) => ({ word: name, about: summary, hasValue: false })),
      { word: 'help', about: 'Tell how a command is used', hasValue: false },
      ...globalOptions.map((word) => ({ word, about: '', hasValue: false })),
    ],
    byCommand: [
      ...loaded.map(({ name, command }) => ({
        name,
        options: optionWords(command),
        firstArguments: command.firstArguments ?? [],
      })),
      { name: 'help', options: [], firstArguments: names },
    ],
  };
}

function optionWords(command: Command): readonly Word[] {
  const options: Command['options'] = { ...command.options, ...commonOptions };
  return Object.entries(options).map(([name, { type }]) => ({
    word: `--${name}`,
    about: '',
    hasValue: type === 'string',
  }));
}

/** Names of commands and options are letters and hyphens: no shell reads anything into them. */
function bashScript({ first, byCommand }: Completions): string {
  const cases = casesOf(
    byCommand,
    (options) => `options='${options}'`,
    (names) => `[ "$COMP_CWORD" -eq 2 ] && arguments='${names}'`,
  );
  return `# Completions of platform-docs for bash.
_platform_docs() {
  local word=\${COMP_WORDS[COMP_CWORD]} options='' arguments=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${words(first)}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$arguments" -- "$word")) ;;
  esac
}
complete -o default -F _platform_docs platform-docs
`;
}

function zshScript({ first, byCommand }: Completions): string {
  const cases = casesOf(
    byCommand,
    (options) => `options=(${options})`,
    (names) => `(( CURRENT == 3 )) && arguments=(${names})`,
  );
  const described = first.map(({ word, about }) => `      '${word}${about === '' ? '' : `:${about}`}'`);
  return `#compdef platform-docs
# Completions of platform-docs for zsh.
_platform_docs() {
  local -a commands options arguments
  if (( CURRENT == 2 )); then
    commands=(
${described.join('\n')}
    )
    _describe 'command' commands
    return
  fi
  case $words[2] in
${cases}
  esac
  if [[ $words[CURRENT] == -* ]]; then
    compadd -a options
  elif (( $#arguments )); then
    compadd -a arguments
  else
    _files
  fi
}
compdef _platform_docs platform-docs
`;
}

function fishScript({ first, byCommand }: Completions): string {
  const start = 'complete -c platform-docs';
  const lines = [
    ...first.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `${start} -n __fish_use_subcommand ${what}${about === '' ? '' : ` -d '${about}'`}`;
    }),
    ...byCommand.flatMap(({ name, options, firstArguments }) => {
      const after = `-n '__fish_seen_subcommand_from ${name}'`;
      const isSecond = `-n '__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq 2'`;
      return [
        ...options.map(({ word, hasValue }) => `${start} ${after} -l ${word.slice(2)}${hasValue ? ' -r' : ''}`),
        ...(firstArguments.length === 0 ? [] : [`${start} ${isSecond} -f -a '${firstArguments.join(' ')}'`]),
      ];
    }),
  ];
  return `# Completions of platform-docs for fish.\n${lines.join('\n')}\n`;
}

/** The commands of a `case`, each with what sets its options and its first arguments. */
function casesOf(
  byCommand: Completions['byCommand'],
  setOptions: (words: string) => string,
  setArguments: (words: string) => string,
): string {
  return byCommand
    .flatMap(({ name, options, firstArguments }) => [
      `    ${name})`,
      `      ${setOptions(words(options))}`,
      ...(firstArguments.length === 0 ? [] : [`      ${setArguments(firstArguments.join(' '))}`]),
      '      ;;',
    ])
    .join('\n');
}

function words(some: readonly Word[]): string {
  return some.map(({ word }) => word).join(' ');
}
