import { expect, test } from 'vitest';
import { isUnknownKey } from '../../../src/descriptors/keys-of-schemas.ts';
import { KEYWORDS } from '../../../src/descriptors/openapi/schemas/keywords.ts';

test('every keyword that a reader converts is known', () => {
  expect([...KEYWORDS.keys()].filter(isUnknownKey)).toEqual([]);
});
