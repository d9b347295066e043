import { expect, test } from 'vitest';
import { withLinks } from '../../../src/release/static-links.ts';

test('a name that holds what replacing texts read stays as it is', () => {
  const names = '<a href="/platform/documentation/A$$B-v1.a-z.html">A to Z</a>';
  expect(withLinks('<search class="pd-search">', new Set(), 'directory', names)).toContain(names);
});
