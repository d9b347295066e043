import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAddress, typedCommand } from '../../../../src/cli/commands/address.ts';
import { runIn, shopWith } from '../run-cli.ts';

const COMMANDS = ['dev', 'start', 'serve'];

describe.each(COMMANDS)('platform-docs %s', (command) => {
  test.each([
    [['--port', '99999'], {}, '--port is "99999".'],
    [['--port=4e3'], {}, '--port is "4e3".'],
    [['--port='], {}, '--port is "".'],
    [[], { PORT: 'abc' }, 'PORT is "abc".'],
    [[], { PORT: '65536' }, 'PORT is "65536".'],
    [[], { PORT: ' ' }, 'PORT is " ".'],
  ])('with %j and the variables %j builds and starts nothing', async (args, variables, problem) => {
    const folder = shopWith();
    expect(await runIn(folder, [command, ...args], { environment: variables })).toEqual({
      code: 2,
      stdout: '',
      stderr: `platform-docs: ${problem} Write a number from 0 to 65535. See "platform-docs ${command} --help".\n`,
    });
    expect(readdirSync(folder)).toEqual(['api-descriptors']);
  });
});

test.each([
  [{}, {}, { HOST: undefined, PORT: undefined }],
  [{}, { HOST: 'a', PORT: '0' }, { HOST: 'a', PORT: '0' }],
  [{}, { PORT: '' }, { HOST: undefined, PORT: undefined }],
  [{ port: '65535' }, { HOST: 'a', PORT: 'abc' }, { HOST: 'a', PORT: '65535' }],
  [{ host: 'b' }, { HOST: 'a', PORT: '1' }, { HOST: 'b', PORT: '1' }],
])('the options %j and the variables %j say %j', (options, variables, address) => {
  expect(readAddress(new Map(Object.entries(options)), variables)).toEqual(address);
});

test.each([
  ['serve', undefined, 'platform-docs serve'],
  ['start', 'npx', 'platform-docs start'],
  ['start', 'start', 'npm start --'],
  ['serve', 'serve', 'npm run serve --'],
])('%s, run by the script %j of npm, is typed as %j', (name, script, typed) => {
  expect(typedCommand(name, { npm_lifecycle_event: script })).toBe(typed);
});
