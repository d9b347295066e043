import fc from 'fast-check';
import { test } from 'vitest';
import { isDocumentation, readTarget } from '../../../../src/server/documentation/target.ts';

const part = fc.constantFrom(
  ...[
    '/platform',
    '/documentation',
    'documentation',
    '/Platform',
    '/',
    '//',
    '.',
    '..',
    '?',
    '#',
    '%',
    '%2f',
    '%64',
    '\\',
  ],
  ...['.json', 'x', 'http://elsewhere', '%zz', '%ff', '-v1', '/Library'],
);

test('a target is guarded exactly where it is read as documentation, however it is written', () => {
  const target = fc.oneof(
    fc.array(part, { maxLength: 7 }).map((parts) => parts.join('')),
    fc.array(part, { maxLength: 4 }).map((parts) => `/platform/documentation${parts.join('')}`),
  );
  fc.assert(
    fc.property(target, (text) => isDocumentation(text) === (readTarget(text) !== null)),
    { numRuns: 5000 },
  );
});
