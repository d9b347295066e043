import { describe, expect, test, vi } from 'vitest';
import type { Adapter, AuthenticatedIdentity, AuthenticationResult, Health } from '../../../../src/auth/contract.ts';
import type { Groups } from '../../../../src/auth/password-files/group-file.ts';
import type { WatchedFile } from '../../../../src/auth/password-files/watched-file.ts';
import { readConfiguration } from '../../../../src/project/configuration.ts';
import { type AccessControl, createAccessControl, reportHealth } from '../../../../src/server/access/access-control.ts';
import { createAccessControlFactory } from '../../../../src/server/access/access-control-factory.ts';
import { authTools, requestWith } from '../../../fixtures/auth/tools.ts';
import { user } from '../../auth/authorized.ts';
import { projectWith } from '../../config/project.ts';

const GUEST: AuthenticationResult = { kind: 'guest' };
const SLOW: AuthenticationResult = { kind: 'throttled', retryAfterSeconds: 7 };
const DOWN: AuthenticationResult = { kind: 'unavailable', retryAfterSeconds: 5, reason: 'gone' };
const CLOSED: Health = { kind: 'closed', reason: 'data/htpasswd: not found' };

const identityOf = (name: string, adapter: string): AuthenticatedIdentity => user(name, adapter, adapter);
const knownTo = (adapter: string): AuthenticationResult => ({
  kind: 'authenticated',
  identity: identityOf('alice', adapter),
  headers: [],
});
const WORKING: Health = { kind: 'working' };
const schemeUnknownTo = (adapter: string): AuthenticationResult => ({
  kind: 'rejected',
  cause: 'unknown-scheme',
  challenges: [`Basic realm="${adapter}"`],
});
const wrongFor = (adapter: string): AuthenticationResult => ({
  kind: 'rejected',
  cause: 'wrong-credentials',
  challenges: [`Basic realm="${adapter}"`],
});

/** Adapters `a`, `b`, `c` … that give these answers. */
function accessWith(
  answers: readonly AuthenticationResult[],
  health: readonly Health[] = [],
): AccessControl & { readonly asked: string[] } {
  const asked: string[] = [];
  const adapters = answers.map((answer, index): [string, Adapter] => {
    const name = String.fromCharCode(97 + index);
    const authenticate = async (): Promise<AuthenticationResult> => {
      asked.push(name);
      return answer;
    };
    const rest = { realm: name, schemes: [], close: () => undefined } as const;
    return [
      name,
      {
        ...rest,
        name,
        authenticate,
        challenges: () => [`Basic realm="${name}"`],
        health: () => health[index] ?? { kind: 'working' },
      },
    ];
  });
  const { configuration } = readConfiguration(projectWith({}), {});
  return { ...createAccessControl(configuration, new Map(adapters), undefined), asked };
}

describe('credentials of several adapters', () => {
  test.each<[string, readonly AuthenticationResult[], AuthenticationResult, (readonly Health[])?]>([
    ['the first that knows them counts', [wrongFor('a'), knownTo('b'), knownTo('c')], knownTo('b')],
    ['who is known is let in, no matter what the others say', [DOWN, SLOW, knownTo('c')], knownTo('c')],
    ['who is a guest to one is a guest', [DOWN, GUEST, wrongFor('c')], GUEST],
    ['who has failed too often for one has to wait', [wrongFor('a'), SLOW], SLOW],
    ['a closed adapter counts where no other works', [DOWN, { ...DOWN, reason: 'later' }], DOWN, [CLOSED, CLOSED]],
    ['a closed adapter closes nothing but its own', [DOWN, wrongFor('b')], wrongFor('b'), [CLOSED]],
    [
      'a closed adapter counts beside one that has no such scheme',
      [schemeUnknownTo('a'), DOWN],
      DOWN,
      [WORKING, CLOSED],
    ],
    ['one that cannot tell at the moment counts before a refusal', [wrongFor('a'), DOWN], DOWN],
    [
      'one that cannot tell at the moment counts beside one that has no such scheme',
      [schemeUnknownTo('a'), DOWN],
      DOWN,
    ],
    [
      'a refusal has the challenges of all that refused',
      [schemeUnknownTo('a'), DOWN, wrongFor('c')],
      { kind: 'rejected', cause: 'wrong-credentials', challenges: ['Basic realm="a"', 'Basic realm="c"'] },
      [WORKING, CLOSED],
    ],
  ])('%s', async (_, answers, expected, health) => {
    expect(await accessWith(answers, health).authenticate(['a', 'b', 'c'], requestWith('Basic x'))).toEqual(expected);
  });

  test('adapters behind the one that knows them are not asked', async () => {
    const access = accessWith([wrongFor('a'), knownTo('b'), knownTo('c')]);
    await access.authenticate(['a', 'b', 'c'], requestWith('Basic x'));
    expect(access.asked).toEqual(['a', 'b']);
  });
});

describe('access control', () => {
  test('asks only the adapters that are named', async () => {
    const access = accessWith([wrongFor('a'), knownTo('b')]);
    expect(await access.authenticate(['b'], requestWith('Basic x'))).toEqual(knownTo('b'));
    expect(access.asked).toEqual(['b']);
  });

  test.each([[[]], [['nobody']]])('admits no client where no adapter can authenticate it (%j)', async (names) => {
    const access = accessWith([knownTo('a')]);
    expect(await access.authenticate(names, requestWith())).toEqual({
      kind: 'unavailable',
      retryAfterSeconds: 30,
      reason: 'no adapter can authenticate the client',
    });
    expect(access.asked).toEqual([]);
  });

  test('has the challenges of the adapters that are named, in that order', () => {
    const access = accessWith([GUEST, GUEST, GUEST]);
    expect(access.challenges(['c', 'nobody', 'a'])).toEqual(['Basic realm="c"', 'Basic realm="a"']);
  });

  test('says of each adapter whether it works, and reports those that do not', () => {
    const access = accessWith([GUEST, GUEST], [{ kind: 'working' }, CLOSED]);
    expect([...access.health()]).toEqual([
      ['a', { kind: 'working' }],
      ['b', CLOSED],
    ]);
    const log = vi.fn();
    reportHealth(access, log);
    expect(log.mock.calls).toEqual([['Adapter b is closed; what it protects answers 503: data/htpasswd: not found']]);
  });
});

describe('an adapter that the configuration describes wrongly', () => {
  const WRONG = `platform-mvc-auth:
  authentication: { adapters: { staff: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: api } } } }
`;

  test('exists, closed, and says why; no client can log in, and none is challenged', async () => {
    const projectFolder = projectWith({ 'config/autoload/local.yaml': WRONG });
    const tools = { forConfiguration: () => authTools(), keepOnly: vi.fn() };
    const factory = createAccessControlFactory({ projectFolder, log: () => undefined, tools });
    const { configuration } = readConfiguration(projectFolder, {});
    const access = factory.replace(configuration, (made) => made);
    const reason = configuration.authentication.adapters[0]?.problems.join(' ');
    expect(reason).toContain('htpasswd');
    for (const request of [requestWith(), requestWith('Basic x')])
      expect(await access.authenticate(['staff'], request)).toEqual({
        kind: 'unavailable',
        retryAfterSeconds: 30,
        reason,
      });
    expect([access.challenges(['staff']), access.health().get('staff')]).toEqual([[], { kind: 'closed', reason }]);
    factory.close();
  });
});

test('where the first configuration cannot be served, no state is said to be kept', () => {
  const tools = { forConfiguration: () => authTools(), keepOnly: vi.fn() };
  const projectFolder = projectWith({});
  const factory = createAccessControlFactory({ projectFolder, log: () => undefined, tools });
  const fail = (): never => {
    throw new Error('nothing is published');
  };
  expect(() => factory.replace(readConfiguration(projectFolder, {}).configuration, fail)).toThrow(
    'nothing is published',
  );
  expect(tools.keepOnly).not.toHaveBeenCalled();
});

describe('groups', () => {
  const RULE = 'Library/Book: { collection: { GET: ["@editors"] } }';
  const OPTIONS = '{ accept_schemes: [basic], realm: api, htpasswd: data/htpasswd }';
  const LOCAL = `platform-mvc-auth:
  authentication: { adapters: { staff: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: ${OPTIONS} } } }
  authorization: { ${RULE} }
  groups: { editors: [alice] }
`;
  const asked = { api: 'Library', version: 1, service: 'Book', resource: 'collection', method: 'GET' } as const;

  function deciding(groupFile: WatchedFile<Groups> | undefined): (user: string) => string {
    const { configuration } = readConfiguration(projectWith({ 'config/autoload/local.yaml': LOCAL }), {});
    const { authorization } = createAccessControl(configuration, new Map(), groupFile);
    return (user) => authorization.decide(asked, identityOf(user, 'staff'));
  }

  test('are those of the configuration where there is no group file', () => {
    expect(['alice', 'bob'].map(deciding(undefined))).toEqual(['allowed', 'forbidden']);
  });

  test('are those of the configuration and of the group file as it is now, turned round once for each content', () => {
    let content: Groups | undefined;
    let turned = 0;
    class CountedGroups extends Map<string, ReadonlySet<string>> {
      override [Symbol.iterator](): ReturnType<Map<string, ReadonlySet<string>>['entries']> {
        turned += 1;
        return super[Symbol.iterator]();
      }
    }
    const decide = deciding({ content: () => content } as WatchedFile<Groups>);
    expect(['alice', 'bob'].map(decide)).toEqual(['allowed', 'forbidden']);
    content = new CountedGroups([['editors', new Set(['bob'])]]);
    expect(['alice', 'bob', 'bob'].map(decide)).toEqual(['allowed', 'allowed', 'allowed']);
    expect(turned).toBe(1);
    content = new Map();
    expect(['alice', 'bob'].map(decide)).toEqual(['allowed', 'forbidden']);
  });
});
