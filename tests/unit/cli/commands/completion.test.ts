import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkReports } from '../../../../src/cli/check-reports.ts';
import { commands } from '../../../../src/cli/commands/table.ts';
import { completionScript, shells } from '../../../../src/cli/completion-script.ts';
import { isInstalled } from '../../../http/clients/programs.ts';
import { projectWith } from '../../config/project.ts';
import { runIn } from '../run-cli.ts';

const names = commands.map(({ name }) => name);

/** What is typed, the last word unfinished, and what a shell offers for it. */
const CASES: readonly (readonly [typed: readonly string[], offered: readonly string[]])[] = [
  [['che'], ['check']],
  [['s'], ['start', 'serve']],
  [[''], [...names, 'help']],
  [
    ['check', '--'],
    [
      ...Object.keys(checkReports).map((name) => `--${name}`),
      '--format',
      '--strict',
      '--rules',
      '--explain',
      '--quiet',
      '--help',
    ],
  ],
  [['export', '--fo'], ['--format']],
  [['passwd', 's'], ['set']],
  [
    ['passwd', ''],
    ['set', 'delete', 'verify', 'list'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['help', 'exp'], ['export']],
  [['nonsense', '--'], []],
];

/** How each shell is asked, without a person at its prompt. */
const ASKED: Readonly<
  Record<(typeof shells)[number], (script: string, typed: readonly string[]) => readonly string[]>
> = {
  bash(script, typed) {
    const words = typed.map((word) => `'${word}'`).join(' ');
    const ask = `source ${script}; COMP_WORDS=(platform-docs ${words}); COMP_CWORD=${typed.length}; _platform_docs; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return linesOf('bash', ['--norc', '-c', ask]);
  },
  zsh(script, typed) {
    const words = typed.map((word) => `'${word}'`).join(' ');
    // The functions that are called inside a completion print what they are given.
    const fakes = `compdef() { }; _files() { }; compadd() { print -l -- \${(P)2} }; _describe() { print -l -- \${\${(P)2}%%:*} }`;
    return linesOf('zsh', [
      '-f',
      '-c',
      `${fakes}; source ${script}; words=(platform-docs ${words}); CURRENT=$#words; _platform_docs`,
    ]).filter((word) => word.startsWith(typed.at(-1) ?? ''));
  },
  fish(script, typed) {
    const line = ['platform-docs', ...typed].join(' ');
    return linesOf('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`])
      .map((offer) => offer.split('\t')[0] ?? '')
      .filter((word) => word !== '');
  },
};

function linesOf(shell: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8', cwd: projectWith({}) });
  expect([status, stderr]).toEqual([expect.any(Number), '']);
  return stdout.split('\n').filter((line) => line !== '');
}

describe.each(shells)('completions of %s', (shell) => {
  test.skipIf(!isInstalled(shell))(
    'are what the table of commands has (skipped where the shell is not installed)',
    async () => {
      const script = join(projectWith({}), 'script');
      writeFileSync(script, await completionScript(shell, commands));
      for (const [typed, offered] of CASES) {
        const found = ASKED[shell](script, typed).filter((word) => typed.length > 1 || !word.startsWith('-'));
        expect([typed, found.toSorted()]).toEqual([typed, offered.toSorted()]);
      }
    },
  );

  test('are printed by the command', async () => {
    expect(await runIn(projectWith({}), ['completion', shell])).toEqual({
      code: 0,
      stdout: await completionScript(shell, commands),
      stderr: '',
    });
  });
});

test('nothing of the table could be read as something else by a shell', async () => {
  for (const { name, summary, load } of commands) {
    expect([name, ...Object.keys((await load()).options), ...((await load()).firstArguments ?? [])].join(' ')).toMatch(
      /^[a-z -]+$/,
    );
    expect(summary).toMatch(/^[A-Z][a-z ,]+$/);
  }
});

test.each([
  [[], 'Write bash, zsh, fish.'],
  [['csh'], '"csh" is not known. Write bash, zsh, fish.'],
])('completion %j is a wrong use', async (args, message) => {
  expect(await runIn(projectWith({}), ['completion', ...args])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
});
