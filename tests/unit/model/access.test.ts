import { describe, expect, test } from 'vitest';
import { combinedAccess, type LoginScheme } from '../../../src/model/access.ts';

const basic: LoginScheme = { scheme: 'Basic', realm: 'staff' };
const digest: LoginScheme = { scheme: 'Digest', realm: 'api' };
const open = { kind: 'open' } as const;
const login = (...schemes: readonly LoginScheme[]) => ({ kind: 'login', schemes }) as const;

describe('the access of an API', () => {
  test.each([
    ['no operation', [], open],
    ['open operations', [open, open], open],
    ['closed operations', [login(digest), login(digest)], login(digest)],
    ['two schemes', [login(digest), login(basic, digest)], login(digest, basic)],
    ['an open one among closed ones', [open, login(digest)], { kind: 'mixed', schemes: [digest] }],
  ])('of %s', (_name, accesses, expected) => {
    expect(combinedAccess(accesses)).toEqual(expected);
  });
});
