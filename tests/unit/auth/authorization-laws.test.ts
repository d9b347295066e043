import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AuthorizationOptions,
  createAuthorization,
  groupsFrom,
  type ProtectedOperation,
} from '../../../src/auth/authorization.ts';
import type { Allow, MethodRules } from '../../../src/options/access-records.ts';
import { adapters, any, guest, guests, only, user } from './authorized.ts';

const name = fc.constantFrom('Library', 'Book', '__proto__', 'A');
const version = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'constructor');
const person = fc.constantFrom('alice', 'bob', '@editors', 'editors');
const allow: fc.Arbitrary<Allow> = fc.oneof(
  fc.constantFrom(guests, any),
  fc.array(person).map((names) => only(...names)),
);
const methodRules: fc.Arbitrary<MethodRules | null> = fc.option(
  fc.record({
    default: fc.option(allow, { nil: null }),
    methods: fc.dictionary(method, allow, { noNullPrototype: true }),
  }),
  { nil: null },
);
const options: fc.Arbitrary<AuthorizationOptions> = fc.record({
  adapters: fc.subarray([...adapters]),
  map: fc.array(
    fc.record({
      api: name,
      version,
      adapters: fc.option(fc.subarray(['staff', 'partners', 'gone'], { maxLength: 1 })),
    }),
    {
      maxLength: 3,
    },
  ),
  rules: fc.array(
    fc.record({
      api: name,
      version,
      service: name,
      collection: methodRules,
      entity: methodRules,
      actions: methodRules,
    }),
    { maxLength: 4 },
  ),
  denyByDefault: fc.boolean(),
  groupsOf: fc.constant(groupsFrom([['editors', ['bob']]])),
});
const asked: fc.Arbitrary<ProtectedOperation> = fc.record({
  api: name,
  version: fc.integer({ min: 1, max: 3 }),
  service: name,
  resource: fc.constantFrom('collection', 'entity', 'action'),
  method,
});

describe('any configuration', () => {
  test('access says that a log-in is needed exactly where guests are not let in', () => {
    fc.assert(
      fc.property(options, asked, (given, one) => {
        const { access, decide } = createAuthorization(given);
        expect(access(one).kind === 'login').toBe(decide(one, guest) !== 'allowed');
      }),
    );
  });

  test('a guest is never forbidden, and no user is refused where guests are admitted', () => {
    fc.assert(
      fc.property(options, asked, person, (given, one, who) => {
        const { decide } = createAuthorization(given);
        expect(decide(one, guest)).not.toBe('forbidden');
        if (decide(one, guest) === 'allowed') expect(decide(one, user(who))).toBe('allowed');
      }),
    );
  });

  test('no user is admitted whom the adapters of the API do not know', () => {
    fc.assert(
      fc.property(options, asked, person, (given, one, who) => {
        const { decide, adaptersFor } = createAuthorization(given);
        const foreign = user(who, 'foreign');
        expect(adaptersFor(one)).not.toContain('foreign');
        expect(decide(one, foreign)).toBe(decide(one, guest));
      }),
    );
  });
});
