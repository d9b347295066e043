import { expect, test } from 'vitest';
import { pathItemsOf } from '../../../src/model/path-items.ts';

test('extensions beside the path items of a callback may hold anything, and are none', () => {
  const noted: object = { 'x-none': null, 'x-item': { get: {} } };
  expect(pathItemsOf({ ...noted, '{$request.body#/url}': { post: {} } })).toEqual([
    ['{$request.body#/url}', { post: {} }],
  ]);
});
