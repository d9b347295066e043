import { LIFECYCLE_KEYS, RELEASED, toDay } from '../../model/lifecycle.ts';
import type { Extensible } from '../../model/openapi-objects.ts';
import type { CheckedApi, Finding, Rule } from '../contract.ts';
import { atOperation, atTop, operationsOf } from '../parts-of.ts';

const sunset = (since: string, until: string): string =>
  `paths:\n  /books:\n    get:\n      x-deprecated-since: ${since}\n      x-sunset: ${until}\n` +
  '      responses: { 200: { description: Right. } }';

interface Problem {
  readonly key: string;
  readonly message: string;
  readonly remedy: string;
}

function problemsOf(extensions: Extensible, keys: readonly (keyof Extensible)[] = LIFECYCLE_KEYS): readonly Problem[] {
  const wrong = keys.filter((key) => extensions[key] !== undefined && toDay(extensions[key]) === null);
  const [since, until] = LIFECYCLE_KEYS.map((key) => toDay(extensions[key]));
  const isReversed = since && until && until.time < since.time;
  return [
    ...wrong.map((key) => ({ key, message: `“${key}” is no date.`, remedy: 'Write a day, such as 2027-01-01.' })),
    ...(isReversed
      ? [{ key: 'x-sunset', message: 'It would be removed before it is deprecated.', remedy: 'Write a later day.' }]
      : []),
  ];
}

function* check({ record }: CheckedApi): Iterable<Finding> {
  for (const { key, message, remedy } of problemsOf(record.extensions, [...LIFECYCLE_KEYS, RELEASED]))
    yield atTop([key], message, remedy);
  for (const owned of operationsOf(record))
    for (const { key, message, remedy } of problemsOf(owned.operation.extensions))
      yield atOperation(owned, message, remedy, [key]);
}

/** Rules about the deprecation of operations and about when they go. */
export const lifecycleRules: readonly Rule[] = [
  {
    name: 'lifecycle-date',
    finds: 'warnings',
    from: 'minimal',
    messages: ['“…” is no date.', 'It would be removed before it is deprecated.'],
    about:
      'What is no date is neither on pages nor in the `Deprecation` and `Sunset` fields of answers, no sunset is before the deprecation (RFC 9745 §4), and a feed of changes has no such date of a release (`x-released`). Write days, or times such as `2027-01-01T12:00:00Z`.',
    bad: sunset('2026-05-01', 'next year'),
    good: sunset('2026-05-01', '2027-01-01'),
    check,
  },
];
