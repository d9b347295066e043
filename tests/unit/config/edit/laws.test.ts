import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadYaml } from '../../../../src/config/configuration-files.ts';
import { editText, type TextEdit } from '../../../../src/config/edit/edit-text.ts';
import type { Json } from '../../../../src/config/edit/print.ts';
import { caseCount } from '../../../tooling/case-count.ts';

const name = fc
  .oneof(
    fc.constantFrom('name', 'description', 'a b', '200', 'x-y', 'null', '# c'),
    fc.string({ minLength: 1, maxLength: 5 }),
  )
  .filter((key) => key !== '__proto__' && key !== '<<' && key.isWellFormed());
const text = fc.oneof(
  fc.constantFrom(
    'one line',
    'a\nb',
    '  a\n\nb\n',
    'a: b',
    '# c',
    '- x',
    "it's",
    '"',
    '\t',
    'yes',
    '1',
    '',
    'a #b\n',
    '{',
    '|',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }).filter((value) => value.isWellFormed()),
);
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const service = fc.record({
  name: text,
  description: text,
  codes: fc.array(fc.record({ code: fc.nat() }), { maxLength: 3 }),
  extra: json,
});
const descriptor = fc.record({ api: text, services: fc.array(service, { minLength: 1, maxLength: 3 }) });
const writer = fc.constantFrom<(value: Json) => string>(
  (value) => dump(value),
  (value) => dump(value, { flowLevel: 3 }),
  (value) => stringify(value),
  (value) => stringify(value, { indentSeq: false, indent: 4 }),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, '\t'),
  (value) => JSON.stringify(value),
);
type Edited = { api: string; services: { [key: string]: Json; codes: Json[] }[] };

describe('any text, in any notation', () => {
  test('an edit changes its place and nothing else; few are refused', () => {
    let refused = 0;
    let done = 0;
    const check = (before: string, edit: TextEdit, expected: Json): void => {
      const result = editText(before, [edit]);
      if (result.kind === 'refused') {
        refused += 1;
        return;
      }
      done += 1;
      expect(loadYaml(result.text)).toEqual(expected);
      if (before.startsWith('{')) expect(JSON.parse(result.text)).toEqual(expected);
    };
    fc.assert(
      fc.property(descriptor, writer, text, json, (value, write, newText, newValue) => {
        const before = write(value);
        fc.pre(JSON.stringify(loadYaml(before)) === JSON.stringify(value));
        const index = value.services.length - 1;
        const with_ = (change: (service: Edited['services'][number]) => void): Json => {
          const copy = structuredClone(value) as Edited;
          const last = copy.services[index];
          if (last !== undefined) change(last);
          return copy;
        };
        const at = (...keys: readonly (string | number)[]) => ['services', index, ...keys];
        check(
          before,
          { kind: 'set', keys: at('description'), value: newText },
          with_((last) => (last['description'] = newText)),
        );
        check(
          before,
          { kind: 'set', keys: at('added', 'below'), value: newValue },
          with_((last) => (last['added'] = { below: newValue })),
        );
        check(
          before,
          { kind: 'set', keys: at('extra'), value: newValue },
          with_((last) => (last['extra'] = newValue)),
        );
        check(
          before,
          { kind: 'delete', keys: at('description') },
          with_((last) => delete last['description']),
        );
        check(
          before,
          { kind: 'append', keys: at('codes'), value: { code: 1 } },
          with_((last) => last.codes.push({ code: 1 })),
        );
        if (value.services[index]?.codes.length)
          check(
            before,
            { kind: 'delete', keys: at('codes', 0) },
            with_((last) => last.codes.shift()),
          );
      }),
      { numRuns: caseCount(300), seed: 7 },
    );
    expect(refused / done).toBeLessThan(0.01);
  });
});
