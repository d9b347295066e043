import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTarget, parseTarget, targetProblem } from '../../../src/config/api-target.ts';
import { entryFor, isAbout } from '../../../src/options/access-records.ts';

describe('names of APIs in the configuration', () => {
  test.each([
    // written         api             version
    ['Library', 'Library', null],
    ['Library-v1', 'Library', 1],
    ['Library-v12', 'Library', 12],
    ['Report-v2-v3', 'Report-v2', 3],
    ['Library-v0', 'Library-v0', null],
    ['Library-v01', 'Library-v01', null],
    ['Library-v1234567890', 'Library-v1234567890', null],
    ['-v1', '-v1', null],
    ['__proto__-v1', '__proto__', 1],
  ])('%s is %s in version %s', (written, api, version) => {
    expect(parseTarget(written)).toEqual({ api, version });
  });

  test('every target that is read is written as it was', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,5}(-v\d{1,11})?$/)),
        (written) => formatTarget(parseTarget(written)) === written,
      ),
    );
  });

  test.each([
    ['', 'This is not the name of an API.'],
    [' ', 'This is not the name of an API.'],
    ['Li\nbrary', 'This is not the name of an API.'],
    ['Library/Book', 'This is more than the name of an API.'],
    ['Library-v1', undefined],
  ])('%j: %s', (written, problem) => {
    expect(targetProblem(written)).toBe(problem);
  });
});

describe('entries of the configuration', () => {
  const whole = { api: 'Library', version: null, adapter: 'whole' };
  const second = { api: 'Library', version: 2, adapter: 'second' };
  const other = { api: 'Billing', version: null, adapter: 'other' };

  test.each([
    [whole, 'Library', 1, true],
    [second, 'Library', 2, true],
    [second, 'Library', 1, false],
    [whole, 'library', 1, false],
    [other, 'Library', 1, false],
  ])('%j is about %s in version %i: %s', (entry, api, version, expected) => {
    expect(isAbout(entry, api, version)).toBe(expected);
  });

  test.each([
    ['the version comes before the API', [second, whole], 2, second],
    ['the version comes before the API, wherever it stands', [whole, second], 2, second],
    ['another version leaves it to the API', [second, whole], 1, whole],
    ['another version alone says nothing', [second], 1, undefined],
    ['of two for the same the first counts', [whole, { ...whole, adapter: 'again' }], 1, whole],
    ['nothing is said of an API that is not named', [other], 1, undefined],
  ])('%s', (_, entries, version, expected) => {
    expect(entryFor(entries, 'Library', version)).toBe(expected);
  });
});
