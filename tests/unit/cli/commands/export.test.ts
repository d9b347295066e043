import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAndHangUp, runIn, shopWith, spawnIn } from '../run-cli.ts';

describe('platform-docs export', () => {
  test.each([
    ['Shop', { name: 'Shop', version: 2 }],
    ['Shop-v1', { name: 'Shop', version: 1 }],
    ['Shop-v2/Maker', { name: 'Maker', route: '/maker' }],
  ])('%s as JSON', async (name, expected) => {
    const { code, stdout, stderr } = await runIn(shopWith(), ['export', name, '--format', 'json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject(expected);
  });

  test('an API whose name ends like a version is found by its whole name first', async () => {
    const folder = shopWith({ 'api-descriptors/x.yaml': 'api: Shop-v9\nversion: 1\nservices: []\n' });
    expect(JSON.parse((await runIn(folder, ['export', 'Shop-v9', '--format', 'json'])).stdout)).toMatchObject({
      name: 'Shop-v9',
      version: 1,
    });
  });

  test.each(['-o', '--output'])('%s writes a file and leaves nothing else behind', async (option) => {
    const folder = shopWith({ 'out/shop.json': 'old' });
    const onTerminal = await runIn(folder, ['export', 'Shop', '--format', 'json']);
    expect(await runIn(folder, ['export', 'Shop', '--format', 'json', option, 'out/shop.json'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(join(folder, 'out/shop.json'), 'utf8')).toBe(onTerminal.stdout);
    expect(readdirSync(join(folder, 'out'))).toEqual(['shop.json']);
  });

  test.each([
    ['nowhere/shop.json', 'there is no folder nowhere. Create the folder first, or name a file in one that exists.'],
    ['api-descriptors', 'it is a folder. Name a file.'],
  ])('writing to %s fails in one line', async (output, reason) => {
    const folder = shopWith();
    const { code, stdout, stderr } = await runIn(folder, ['export', 'Shop', '--format', 'json', '-o', output]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${output} cannot be written: ${reason}`);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(readdirSync(folder)).toEqual(['api-descriptors']);
    expect(statSync(join(folder, 'api-descriptors')).isDirectory()).toBe(true);
  });

  test.each([
    [['Shop', '--single', '--book'], 'Write --single or --book, not both.'],
    [['Shop', '--single', '--format', 'json'], '--single writes HTML. Leave out --format.'],
    [['Shop/schemas', '--book'], 'Name an API, one of its groups or a service for --single and --book.'],
  ])('export %j is wrong use', async (args, message) => {
    const { code, stdout, stderr } = await runIn(shopWith(), ['export', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('a wrong configuration stops it', async () => {
    const { code, stdout, stderr } = await runIn(shopWith({ 'config/autoload/local.yaml': 'a: 1\n' }), [
      'export',
      'Shop',
      '--format',
      'json',
    ]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^config\/autoload\/local\.yaml:1:1: error configuration a: /);
  });

  test('warnings of the configuration are on standard error, as those of check', async () => {
    const folder = shopWith({
      'config/autoload/global.yaml': 'platform-admin:\n  adapter: staff\n  listen: 0.0.0.0:9000\n',
      'api-descriptors/pair.yaml': 'api: Pair\nversion: 1\nodd: 1\nservices: []\n',
    });
    const { stdout } = await runIn(folder, ['check']);
    const exported = await runIn(folder, ['export', 'Shop', '--format', 'json']);
    const warnings = stdout.split('\n').filter((line) => line.includes(': warning configuration '));
    expect(warnings).toHaveLength(1);
    expect(exported.stderr.split('\n')).toEqual(expect.arrayContaining(warnings));
    expect(exported.stderr).not.toContain('pair.yaml');
    expect(JSON.parse(exported.stdout)).toMatchObject({ name: 'Shop' });
  });

  test('an API that has errors is not exported, and the message says where to look', async () => {
    const folder = shopWith({ 'api-descriptors/x.yaml': 'api: Wrong\nversion: x\nservices: []\n' });
    expect(await runIn(folder, ['export', 'Wrong', '--format', 'json'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Some descriptors have errors: "platform-docs check" lists them.'),
    });
    expect((await runIn(folder, ['export', 'Shop', '--format', 'json'])).code).toBe(0);
  });

  test('a format of the project that throws is named, and nothing is written', async () => {
    const folder = shopWith({
      'config/autoload/global.yaml':
        'platform-documentation: { formats: [plain.ts] }\n' +
        'platform-content-negotiation: { selectors: { Documentation: { Acme\\Plain: [text/x-plain] } } }\n',
      'plain.ts': `import { defineFormat, ViewModel } from 'platform-documentation/formats';
export default defineFormat({
  name: 'plain', title: 'Plain', viewModelName: 'Acme\\\\Plain', viewModel: class extends ViewModel {},
  extension: '.plain', levels: ['api'], renderer: { render: () => { throw new Error('no luck'); } },
});
`,
    });
    expect(await spawnIn(folder, ['export', 'Shop', '--format', 'plain'])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^platform-docs: Shop cannot be written as plain: .*no luck\n$/),
    });
  });

  test('a reader that hangs up is no error', async () => {
    const services = Array.from(
      { length: 5000 },
      (_, index) => `  - { name: S${index}, route: /s${index}, operations: [{ method: GET }] }\n`,
    );
    const folder = shopWith({ 'api-descriptors/big.yaml': `api: Big\nversion: 1\nservices:\n${services.join('')}` });
    expect(await runAndHangUp(folder, ['export', 'Big', '--format', 'json'])).toEqual({ code: 0, stderr: '' });
  });
});
