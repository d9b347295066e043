import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { loadYaml } from '../../../../src/config/configuration-files.ts';
import { editText, type TextEdit } from '../../../../src/config/edit/edit-text.ts';
import type { Json } from '../../../../src/config/edit/print.ts';
import { caseCount } from '../../../tooling/case-count.ts';

const set = (path: string, value: Json): TextEdit => ({ kind: 'set', keys: path.split('/'), value });
const remove = (path: string): TextEdit => ({ kind: 'delete', keys: path.split('/') });

function edited(text: string, ...edits: readonly TextEdit[]): string {
  const result = editText(text, edits);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result.text;
}

const UGLY = `# head\tof the file

"platform-mvc-auth":   # the section
    authentication:

        # above staff
        adapters:
          staff:   {adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: {realm: 'a', accept_schemes: [basic]}}   # one line
          # above partners
          'part ners':
            adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter # class
            unknown_key: >-
              folded
              text

            options:
              accept_schemes:
              - digest
              realm: "quoted"   # realm
              nonce_timeout: '3600'
              # in the end
        map: # nothing yet
          # Library: staff
    groups: {}
# tail`;

describe('editText', () => {
  const adapters = 'platform-mvc-auth/authentication/adapters';
  test.each<readonly [string, TextEdit, string, string]>([
    [
      'keeps the quotes of a value',
      set(`${adapters}/part ners/options/realm`, 'new "one"'),
      '"quoted"   # realm',
      '"new \\"one\\""   # realm',
    ],
    ['keeps numbers that are text', set(`${adapters}/part ners/options/nonce_timeout`, '60'), "'3600'", "'60'"],
    [
      'replaces a list below its key',
      set(`${adapters}/part ners/options/accept_schemes`, ['digest', 'basic']),
      '- digest',
      '- digest\n              - basic',
    ],
    ['replaces in a flow map', set(`${adapters}/staff/options/realm`, 'b'), "realm: 'a'", "realm: 'b'"],
    [
      'adds to a flow map',
      set(`${adapters}/staff/options/htpasswd`, 'data/x'),
      'accept_schemes: [basic]}}',
      'accept_schemes: [basic], htpasswd: data/x}}',
    ],
    ['takes out of a flow map', remove(`${adapters}/staff/options/realm`), "realm: 'a', ", ''],
    [
      'takes the last out of a flow map',
      remove(`${adapters}/staff/options`),
      ", options: {realm: 'a', accept_schemes: [basic]}",
      '',
    ],
    [
      'fills an empty flow map',
      set('platform-mvc-auth/groups/editors', ['alice']),
      'groups: {}',
      'groups: {editors: [alice]}',
    ],
    [
      'fills a key without a value, above what is commented out below it',
      set('platform-mvc-auth/authentication/map/Library-v1', 'staff'),
      'map: # nothing yet\n',
      'map: # nothing yet\n          Library-v1: staff\n',
    ],
    [
      'adds after the last line of a block',
      set(`${adapters}/part ners/options/htdigest`, 'data/htdigest'),
      "nonce_timeout: '3600'\n",
      "nonce_timeout: '3600'\n              htdigest: data/htdigest\n",
    ],
    ['takes a line out', remove(`${adapters}/staff`), /^ {10}staff:.*\n/m.exec(UGLY)?.[0] ?? '', ''],
    ['adds a section that is not there', set('platform-server/metrics', true), '# tail', '# tail'],
  ])('%s', (_title, edit, before, after) => {
    const result = edited(UGLY, edit);
    if (before === after) expect(result.startsWith(UGLY.slice(0, UGLY.indexOf('# tail')))).toBe(true);
    else expect(result).toBe(UGLY.replace(before, () => after));
  });

  test('adds a whole section in the order given', () => {
    const value = { adapter: 'A\\B', options: { accept_schemes: ['basic'], realm: 'my realm', domains: '' } };
    expect(edited('', set('a/b', value))).toBe(
      "a:\n  b:\n    adapter: A\\B\n    options:\n      accept_schemes: [basic]\n      realm: my realm\n      domains: ''\n",
    );
    expect(edited('# only this', set('a', 1))).toBe('# only this\na: 1\n');
  });

  test('keeps a byte order mark, line ends, and a last line without one', () => {
    expect(edited('\ufeffa:\r\n  b: 1 # \u00e4\r\n', set('a/c', 'x'))).toBe(
      '\ufeffa:\r\n  b: 1 # \u00e4\r\n  c: x\r\n',
    );
    expect(edited('a: 1', set('b', 2))).toBe('a: 1\nb: 2\n');
    expect(edited('a: 1\r\nb: 2', remove('b'))).toBe('a: 1\r\n');
  });

  test('changes nothing when the value is there already, or gone', () => {
    const text = 'a:   {b: 1}\n';
    expect(edited(text, set('a/b', 1), remove('a/c'), remove('x/y'))).toBe(text);
  });

  test.each<readonly [string, string, TextEdit, RegExp]>([
    ['an alias', 'x: &x {a: 1}\ny: *x\n', set('y/a', 2), /y is an alias/],
    ['an anchor', 'x: &x\n  a: 1\ny: *x\n', set('x/a', 2), /x has an anchor/],
    ['a tag', 'x: !!map\n  a: 1\n', set('x', 'b'), /x/],
    ['a key that is there twice', 'a: 1\na: 2\n', set('b', 1), /The file/],
    ['text where a map has to be', 'a: text\n', set('a/b', 1), /a is not a map/],
    ['comments inside a list', 'a:\n  - b # why\n  - c\n', set('a', ['c']), /comments inside/],
    ['comments inside a flow map', '{ a: 1, # why\n  b: 2 }\n', remove('b'), /comments/],
    ['a list instead of a map', '- a\n', set('b', 1), /does not contain a map/],
    ['an explicit key', '? a\n: b: 1\n? c\n: 2\n', remove('c'), /unusual|by hand/],
    ['two documents', 'a: 1\n---\nb: 2\n', set('b', 1), /The file/],
    ['no YAML', 'a: [', set('b', 1), /The file/],
  ])('refuses %s, and says what to do', (_title, text, edit, reason) => {
    const result = editText(text, [edit]);
    expect(result.kind).toBe('refused');
    expect(result.kind === 'refused' ? result.reason : '').toMatch(reason);
    expect(result.kind === 'refused' ? result.reason : '').toContain('by hand');
  });

  test('writes nothing that could not be edited afterwards', () => {
    for (const text of ['a: 1\n', '{ a: 1 }\n', '']) {
      const result = editText(text, [{ kind: 'set', keys: ['x'.repeat(3000)], value: 'b' }]);
      expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('cannot be edited') });
    }
  });

  test('keys and values of every kind come back as they were', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'null',
        'yes',
        '~',
        '1',
        '0x1',
        '1e3',
        '- a',
        'a: b',
        '#',
        "'",
        '"',
        '\\',
        '*',
        '&a',
        '!t',
        '%',
        '@',
        '{',
        '<<',
        '__proto__',
      ),
    );
    fc.assert(
      fc.property(
        text,
        fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text)),
        fc.constantFrom('', UGLY, 'a:\r\n  b: 1\r\n', '{ x: 1 }\n'),
        (key, value, start) => {
          fc.pre(key !== '__proto__' && key.isWellFormed() && JSON.stringify(value).isWellFormed());
          const first = edited(start, { kind: 'set', keys: ['new', key], value });
          expect((load(first) as { new: Record<string, unknown> }).new[key]).toEqual(value);
          const back = edited(first, { kind: 'delete', keys: ['new'] });
          expect(loadYaml(back)).toEqual(loadYaml(start));
          expect(back.trim()).toBe(start.trim());
        },
      ),
      { numRuns: caseCount(400), seed: 4 },
    );
  });
});
