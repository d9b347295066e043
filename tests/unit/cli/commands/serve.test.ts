import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { developmentPort } from '../../../../src/cli/commands/dev.ts';
import { nextCommand, readAddress, typedCommand } from '../../../../src/cli/commands/serve.ts';
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

describe('a port that is taken', () => {
  const other = createServer();
  afterEach(() => void other.close());

  test.each(['dev', 'start'])('is refused by %s in the same words, where it was given', async (command) => {
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const folder = shopWith();
    const { code, stderr } = await runIn(folder, [command, '--port', String(port)], { environment: {} });
    expect([code, stderr]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken. Stop the other program, ` +
        `or choose another port: platform-docs ${command} --port ${port + 1}.\n`,
    ]);
    expect(readdirSync(folder)).toEqual(['api-descriptors']);
  });

  test('gives way to the next one for dev, where none was given', async () => {
    // Taken by another program is as good.
    await Promise.race([once(other.listen(4321, '127.0.0.1'), 'listening'), once(other, 'error')]).catch(
      () => undefined,
    );
    const { port, notice, refused } = await developmentPort({ HOST: undefined, PORT: undefined }, 'platform-docs dev');
    expect(Number(port)).toBeGreaterThan(4321);
    expect([notice, refused]).toEqual([`Port 4321 is taken. The development server uses port ${port}.`, undefined]);
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

test.each([
  ['start', 'npm run build'],
  ['npx', 'npx platform-docs build'],
  [undefined, 'npx platform-docs build'],
])('after a start by %s another command is typed as %s', (npm_lifecycle_event, expected) => {
  expect(nextCommand('build', { npm_lifecycle_event })).toBe(expected);
});
