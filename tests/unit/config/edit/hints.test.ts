import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadYaml } from '../../../../src/config/configuration-files.ts';
import { append, edited, remove, set } from './editing.ts';

/** A file as people leave it who comment settings out. */
const HINTED = `platform-documentation:
  title: Example APIs
  # Who may read.
  # access: staff

#  base_url: https://api.example.com
platform-mvc-auth:
  authentication:
    adapters:
      staff:
        options:
          realm: api
          # htdigest: data/htdigest
      # partners:
      #   options:
      #     realm: partners
    # map:
    #   Library: staff
  # groups:
  #   editors: [alice]
#platform-server:
#  audit_log: true
# the end`;

/** Without its `#`; with one blank behind it, that too. */
function uncomment(text: string, line: string): string {
  expect(text).toContain(line);
  return text.replace(line, line.replace(/#(?: (?! \S))?/, ''));
}

describe('what is commented out stays in the section that it stands in', () => {
  const adapters = 'platform-mvc-auth/authentication/adapters';
  test.each([
    ['a top-level key', 'platform-server/metrics', ['# groups:\n', '#   editors: [alice]']],
    ['an adapter', `${adapters}/new/options/realm`, ['# htdigest: data/htdigest']],
    ['an adapter', `${adapters}/new/options/realm`, ['# partners:\n', '#   options:\n', '#     realm: partners']],
    ['a section beside adapters', 'platform-mvc-auth/authentication/paths/x', ['# map:\n', '#   Library: staff']],
    ['a section', 'platform-mvc-auth/authorization/deny_by_default', ['# groups:\n', '#   editors: [alice]']],
    ['a setting', 'platform-documentation/introduction', ['# access: staff']],
    ['a setting', 'platform-documentation/introduction', ['#  base_url: https:']],
  ])('when %s is added (%s): %j', (_title, path, hints) => {
    const before = hints.reduce(uncomment, HINTED);
    const after = hints.reduce(uncomment, edited(HINTED, set(path, 'x')));
    expect(loadYaml(after)).toEqual(loadYaml(edited(before, set(path, 'x'))));
    for (const line of HINTED.split('\n')) expect(edited(HINTED, set(path, 'x'))).toContain(line);
  });

  test('when the last section has hints alone, and the file no last line end', () => {
    expect(edited('a:\n  b: 1\n\n  # c: 2', set('d', 3))).toBe('a:\n  b: 1\n\n  # c: 2\nd: 3\n');
    expect(edited('a:\n  # c: 2\n', set('d', 3))).toBe('a:\n  # c: 2\nd: 3\n');
    expect(edited('a:\r\n\t# c: 2\r\n#  e: 2\r\n', set('d', 3))).toBe('a:\r\n\t# c: 2\r\n#  e: 2\r\nd: 3\r\n');
  });

  test('when an item is added to a list', () => {
    const list = 'a:\n  - b: 1\n    # c: 2\n';
    expect(edited(`${list}  # - b: 3\n`, append('a', { b: 4 }))).toBe(`${list}  - { b: 4 }\n  # - b: 3\n`);
  });

  test('when an entry is added between two others, whose comments stay with them', () => {
    expect(edited('a: 1\n  # of a\n# of b\n#   more\nb: 2\n', set('c', 3, 'a'))).toBe(
      'a: 1\n  # of a\nc: 3\n# of b\n#   more\nb: 2\n',
    );
  });

  test('or goes with it: nothing above gets it', () => {
    expect(edited(HINTED, remove(`${adapters}/staff`))).not.toContain('htdigest');
    expect(edited('a:\n  b: 1\n  # c: 2\n# d: 4\ne: 3\n', remove('a'))).toBe('# d: 4\ne: 3\n');
    expect(edited('a: 1\nb: 2\n# c:\n#   d: 3\n', remove('b'))).toBe('a: 1\n# c:\n#   d: 3\n');
  });

  test('in the configuration that comes with the product', () => {
    const text = readFileSync('config/autoload/global.yaml', 'utf8');
    expect(edited(text, set('platform-server/metrics', true))).toBe(`${text}platform-server:\n  metrics: true\n`);
  });
});
