import { describe, expect, test } from 'vitest';
import { groupsFrom } from '../../../src/auth/authorization.ts';
import { GUEST } from '../../../src/auth/contract.ts';

describe('groupsFrom', () => {
  const groupsOf = groupsFrom(
    Object.entries({ editors: ['alice', 'bob'], readers: ['alice'] }),
    new Map([['editors', new Set(['carol', 'alice'])]]),
  );

  test.each([
    ['alice', ['editors', 'readers']],
    ['bob', ['editors']],
    ['carol', ['editors']],
    ['mallory', []],
    ['editors', []],
    ['__proto__', []],
  ])('%s belongs to %j, each once', (user, expected) => {
    expect(groupsOf(user)).toEqual(expected);
  });
});

test('the guest has the name of the specification, and cannot be made a user', () => {
  expect(GUEST).toEqual({ kind: 'guest', className: 'Platform\\MvcAuth\\Identity\\GuestIdentity' });
  expect(Object.isFrozen(GUEST)).toBe(true);
});
