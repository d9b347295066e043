import { describe, expect, test } from 'vitest';
import type { Line } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands/table.ts';
import { runCommandLine } from '../../../src/cli/run-command-line.ts';
import { runIn, shopWith, spawnIn } from './run-cli.ts';

function notExpected(text: unknown): never {
  throw new Error(`printed: ${String(text)}`);
}

describe('platform-docs', () => {
  test('--help lists every command', async () => {
    const { code, stdout, stderr } = await spawnIn(shopWith(), ['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  });

  test.each(commands.map(({ name }) => name))('%s --help prints its usage', async (name) => {
    const { code, stdout } = await runIn(shopWith(), [name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: platform-docs ${name}`));
  });

  test.each([[['help']], [['-h']]])('%j is --help', async (args) => {
    const folder = shopWith();
    expect(await runIn(folder, args)).toEqual(await runIn(folder, ['--help']));
  });

  test('help and a command is the help of that command', async () => {
    const folder = shopWith();
    expect(await runIn(folder, ['help', 'check'])).toEqual(await runIn(folder, ['check', '--help']));
    expect(await runIn(folder, ['help', 'chek'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean check?'),
    });
  });

  test('--version is that of the package', async () => {
    expect(await spawnIn(shopWith(), ['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test('a format of the project that ends the program does not make a check pass', async () => {
    const folder = shopWith({
      'config/autoload/global.yaml': 'platform-documentation: { formats: [config/formats/names.ts] }\n',
      'config/formats/names.ts': 'process.exit(0);\n',
    });
    expect(await spawnIn(folder, ['check'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'platform-docs: The program was ended too early. ' +
        'Templates and formats of a project must not call process.exit.\n',
    });
  });

  test('without a command it shows the help as an error', async () => {
    expect(await runIn(shopWith(), [])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Usage:'),
    });
  });

  test.each([
    // arguments                                message
    [['chek'], 'The command "chek" is not known. Did you mean check? See "platform-docs --help".'],
    [['zzz'], 'The command "zzz" is not known. See "platform-docs --help".'],
    [['--json'], 'The option "--json" is not known. See "platform-docs --help".'],
    [['check', '--jsno'], 'The option "--jsno" is not known. Did you mean --json? See "platform-docs check --help".'],
    [['check', '-x'], 'The option "-x" is not known. See "platform-docs check --help".'],
    [['check', '--constructor'], 'The option "--constructor" is not known. See "platform-docs check --help".'],
    [['check', '--json=yes'], 'The option --json takes no value. See "platform-docs check --help".'],
    [['check', 'file'], 'The argument "file" is not expected. See "platform-docs check --help".'],
    [
      ['build', 'a b.yaml'],
      'The argument "a b.yaml" is not expected. Document it with "platform-docs init --from \'a b.yaml\'". ' +
        'See "platform-docs build --help".',
    ],
    [
      ['openapi.json'],
      'The command "openapi.json" is not known. Document it with "platform-docs init --from openapi.json". ' +
        'See "platform-docs --help".',
    ],
    [['export'], 'Name an API, such as Library-v1/Book. See "platform-docs export --help".'],
    [['export', 'Shop', '--format'], 'The option --format needs a value. See "platform-docs export --help".'],
    [
      ['export', 'Shop', '--format', '-o', 'x'],
      'The option --format needs a value. See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop', '--format', 'json', '--format', 'json'],
      'The option --format is given twice. See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop', 'Item', '--format', 'json'],
      'The argument "Item" is not expected. See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop', '--format', 'jsn'],
      'The format "jsn" is not known. Did you mean json? See "platform-docs export --help".',
    ],
    [
      ['export', 'Shpo', '--format', 'json'],
      'There is no API "Shpo". Did you mean Shop? See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop-v3', '--format', 'json'],
      'There is no version 3 of Shop. Its versions are 1, 2. See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop/item', '--format', 'json'],
      'Version 2 of Shop has no service "item". Did you mean Item? See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop-v1/Maker', '--format', 'json'],
      'Version 1 of Shop has no service "Maker"; version 2 has one. See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop/It', '--format', 'json'],
      'Version 2 of Shop has no service "It". Write Item or Maker. See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop/mak', '--format', 'json'],
      'Version 2 of Shop has no service "mak". Did you mean Maker? See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop/zzzzzz', '--format', 'json'],
      'Version 2 of Shop has no service "zzzzzz". Write Item or Maker. See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop/schemas/Nix', '--format', 'json'],
      'Version 2 of Shop has no schema "Nix". See "platform-docs export --help".',
    ],
    [
      ['export', 'zzzzzz', '--format', 'json'],
      'There is no API "zzzzzz". Write Shop. See "platform-docs export --help".',
    ],
    [
      ['export', 'Shop/Item/x', '--format', 'json'],
      'There is no document "Shop/Item/x". See "platform-docs export --help".',
    ],
    [['serve', '--host', ''], 'The option --host needs an address. See "platform-docs serve --help".'],
  ])('%j is a wrong use: one line and 2', async (args, message) => {
    const complaints: Line[] = [];
    const others = { print: notExpected, inform: notExpected, write: notExpected, progress: notExpected };
    const terminal = { ...others, complain: (line: Line) => void complaints.push(line) };
    const dialog = { input: process.stdin, output: process.stderr };
    expect(await runCommandLine(args, { projectFolder: shopWith(), environment: {}, terminal, dialog })).toBe(2);
    expect(complaints).toEqual([`platform-docs: ${message}`]);
  });

  test('a wrong use reaches standard error and the exit code', async () => {
    const stderr = 'platform-docs: The command "chek" is not known. Did you mean check? See "platform-docs --help".\n';
    expect(await spawnIn(shopWith(), ['chek'])).toEqual({ code: 2, stdout: '', stderr });
  });

  test('a name cannot steer the terminal', async () => {
    const { code, stderr } = await runIn(shopWith(), [
      'export',
      '\u001b]0;owned\u0007\u202e\u009b31m',
      '--format',
      'json',
    ]);
    expect(code).toBe(2);
    expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});
