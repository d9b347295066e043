import { describe, expect, test } from 'vitest';
import { sentenceCase, wordsOfName } from '../../../src/presentation/name-words.ts';

describe('a name in words', () => {
  test.each([
    ['createDropletAction', 'Create droplet action'],
    ['droplets_create', 'Droplets create'],
    ['actions/list-jobs', 'Actions list jobs'],
    ['GetAccounts', 'Get accounts'],
    ['get_HTTPServer', 'Get HTTP server'],
    ['listUserIds', 'List user IDs'],
    ['cpu-usage', 'CPU usage'],
    ['ipv4 addresses', 'IPv4 addresses'],
    ['list2Items', 'List2 items'],
    ['status', 'Status'],
    ['ids', 'IDs'],
    ['listUserIDs', 'List user IDs'],
    ['SKUs', 'SKUs'],
    ['skus', 'SKUs'],
    ['dbs', 'DBs'],
    ['code-scanning/sarifs', 'Code scanning SARIFs'],
    ['codeql', 'CodeQL'],
    ['getCodeQLDatabase', 'Get CodeQL database'],
    ['getOpenIDKeys', 'Get OpenID keys'],
    ['IPv4Address', 'IPv4 address'],
    ['3d_secure', '3D secure'],
    ['ca', 'CA'],
    ['gas', 'Gas'],
    ['Öffnungszeiten_ändern', 'Öffnungszeiten ändern'],
    ['بحث_كتاب', 'بحث كتاب'],
    ['un_livre', 'Un livre'],
    ['UN_members', 'UN members'],
    ['___', ''],
    ['7', ''],
    ['a', ''],
    ['', ''],
  ])('%s is %s', (name, words) => {
    expect(wordsOfName(name)).toBe(words);
  });

  test('a long one costs no more than its length', () => {
    expect(wordsOfName('aB'.repeat(100_000))).toHaveLength(300_000);
  });
});

test.each([
  ['list pods', 'List pods'],
  ['iPhone models', 'iPhone models'],
  ['éclair', 'Éclair'],
  ['123 go', '123 go'],
])('%s begins a sentence as %s', (text, expected) => {
  expect(sentenceCase(text)).toBe(expected);
});
