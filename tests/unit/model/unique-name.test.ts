import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UniqueNames } from '../../../src/model/unique-name.ts';

test.each([
  // separator, taken, wanted, given out
  ['~', [], ['a', 'a~3', 'a', 'a', 'a~2', 'a'], ['a', 'a~3', 'a~2', 'a~4', 'a~2~2', 'a~5']],
  ['', ['a2'], ['a', 'a', 'a2'], ['a', 'a3', 'a22']],
  ['_', ['a', 'a_2'], ['a', 'b'], ['a_3', 'b']],
  ['_', [], ['constructor', '__proto__', '__proto__'], ['constructor', '__proto__', '__proto___2']],
])('with "%s", %j taken, %j are named %j', (separator, taken, wanted, expected) => {
  const names = new UniqueNames(separator, taken);
  expect(wanted.map((name) => names.claim(name))).toEqual(expected);
});

test('a name that was added is not given out', () => {
  const names = new UniqueNames('-');
  names.add('a');
  expect([names.has('a'), names.has('a-2'), names.claim('a'), names.has('a-2')]).toEqual([true, false, 'a-2', true]);
});

test('names are those that counting from 2 each time gives', () => {
  const name = fc.constantFrom<string>('a', 'a_2', 'a_3', 'a_2_2', 'b');
  fc.assert(
    fc.property(
      fc.constantFrom('', '_'),
      fc.array(name),
      fc.array(fc.tuple(name, fc.boolean())),
      (separator, before, wanted) => {
        const names = new UniqueNames(separator, before);
        const taken = new Set(before);
        for (const [stem, isAdded] of wanted) {
          let counted = stem;
          for (let number = 2; !isAdded && taken.has(counted); number++) counted = `${stem}${separator}${number}`;
          taken.add(counted);
          if (isAdded) names.add(stem);
          else expect(names.claim(stem)).toBe(counted);
        }
      },
    ),
  );
});

// Counting from 2 for each would try five thousand million names.
test('a hundred thousand of one name are given out', () => {
  const names = new UniqueNames('_');
  let last = '';
  for (let claims = 0; claims < 100_000; claims += 1) last = names.claim('then');
  expect(last).toBe('then_100000');
});
