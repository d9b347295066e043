import { type Command, UsageError } from '../command.ts';
import { completionScript, shells } from '../completion-script.ts';

const HELP = `Usage: platform-docs completion bash|zsh|fish

Prints a script with which a shell completes commands and options of platform-docs. To load it whenever
the shell starts, add a line to its start file:

  bash, ~/.bashrc                   source <(platform-docs completion bash)
  zsh, ~/.zshrc, after compinit     source <(platform-docs completion zsh)
  fish, ~/.config/fish/config.fish  platform-docs completion fish | source
`;

/** Prints the completions of a shell. */
export const completion: Command = {
  help: HELP,
  options: {},
  mostArguments: 1,
  firstArguments: shells,
  async run({ arguments: [name], commands, terminal }) {
    const shell = shells.find((candidate) => candidate === name);
    if (shell === undefined)
      throw new UsageError(
        `${name === undefined ? '' : `${JSON.stringify(name)} is not known. `}Write ${shells.join(', ')}.`,
      );
    terminal.write(await completionScript(shell, commands));
    return 0;
  },
};
