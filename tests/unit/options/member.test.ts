import { describe, expect, test } from 'vitest';
import { chosenMember, completeOptions, type Member, optionKeysOf } from '../../../src/options/member.ts';
import { Place, toSourced } from '../../../src/options/place.ts';
import type { ConfigurationProblem } from '../../../src/options/problem.ts';
import { line, whole } from '../../../src/options/scalars.ts';
import { about, map } from '../../../src/options/schema.ts';

const target = about('Where.', line('a place'));
const seconds = about('How long.', whole("a number such as '30'", 1, 99), '30');
const plain: Member = { name: 'plain', options: {}, needs: [] };
const far: Member = { name: 'far', options: { target, seconds }, needs: [['target']] };

describe('keys of members', () => {
  test('are those of all, in the order of the registry', () => {
    expect(Object.keys(optionKeysOf([plain, far], {}))).toEqual(['target', 'seconds']);
  });

  test('may be shared where they are read alike', () => {
    expect(Object.keys(optionKeysOf([far, { ...plain, options: { target } }], {}))).toEqual(['target', 'seconds']);
  });

  test.each([
    [
      'another member',
      [far, { ...plain, options: { target: seconds } }],
      {},
      'plain reads the option target otherwise',
    ],
    ['the section', [far], { seconds: target }, 'far reads the option seconds otherwise'],
  ])('may not be those of %s', (_, members, own, problem) => {
    expect(() => optionKeysOf(members, own)).toThrow(problem);
  });
});

test('an option that is left out counts as its default reads, or null', () => {
  expect(completeOptions(far.options, {})).toEqual({ target: null, seconds: 30 });
  expect(completeOptions(far.options, { target: 'x', seconds: undefined })).toEqual({ target: 'x', seconds: 30 });
});

describe('the member that is chosen', () => {
  function choose(written: Readonly<Record<string, unknown>>): {
    readonly record: unknown;
    readonly problems: readonly string[];
  } {
    const problems: ConfigurationProblem[] = [];
    const place = new Place({ environment: {}, problems, variables: new Set(), replacements: [] }, 'file');
    const sourced = toSourced(written, 'file');
    const read = map({ kind: line('a kind'), ...optionKeysOf([plain, far], {}) }).read(sourced, place);
    const { record } = chosenMember('place', [plain, far], read?.kind, { read, sourced, place });
    return { record, problems: problems.map(({ path, message }) => `${path}: ${message}`) };
  }

  test('has its own options, the first none', () => {
    expect(choose({ kind: 'far', target: 'x' })).toEqual({
      record: { kind: 'far', options: { target: 'x', seconds: 30 } },
      problems: [],
    });
    expect(choose({ target: 'x' })).toEqual({ record: { kind: 'plain', options: {} }, problems: [] });
  });

  test.each([
    [{ kind: 'far' }, 'target: The place far requires this key.'],
    [{ kind: 'far', target: 5 }, 'target: It must be text.'],
  ])('is the first where %j lacks what it needs, with the problem', (written, problem) => {
    expect(choose(written)).toEqual({ record: { kind: 'plain', options: {} }, problems: [problem] });
  });
});
