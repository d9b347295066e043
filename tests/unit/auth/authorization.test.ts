import { describe, expect, test } from 'vitest';
import { type AuthorizationOptions, groupsFrom, type ProtectedOperation } from '../../../src/auth/authorization.ts';
import type { Identity } from '../../../src/auth/contract.ts';
import type { RuleRecord } from '../../../src/options/access-records.ts';
import { digestLogin } from '../../fixtures/auth/log-ins.ts';
import {
  adapters,
  any,
  authorization,
  guest,
  guests,
  letIn,
  methods,
  only,
  operation,
  rule,
  user,
} from './authorized.ts';

const toStaff = [{ api: 'Library', version: null, adapters: ['staff'] }];

describe('without a rule', () => {
  test.each<[string, Partial<AuthorizationOptions>, Partial<ProtectedOperation>, string]>([
    ['an API that nothing is mapped to is open', {}, {}, 'GSP'],
    ['its log-in is needed where deny_by_default is set: any identity passes', { denyByDefault: true }, {}, 'SP'],
    ['a mapped API is open to identities of its adapter alone', { map: toStaff }, {}, 'S'],
    ['so is it with deny_by_default', { map: toStaff, denyByDefault: true }, {}, 'S'],
    ['so is every method of it', { map: toStaff }, { method: 'PROPFIND', resource: 'entity' }, 'S'],
    ['an API of a similar name is not mapped', { map: toStaff }, { api: 'Library2' }, 'GSP'],
    [
      'below a protected path it is open to identities of the adapter of the path',
      { adaptersOfPath: () => ['partners'] },
      {},
      'P',
    ],
    ['the map comes before the path', { map: toStaff, adaptersOfPath: () => ['partners'] }, {}, 'S'],
    ['a version that is unmapped is closed', { map: [{ api: 'Library', version: 1, adapters: [] }] }, {}, ''],
    ['its other versions are not', { map: [{ api: 'Library', version: 2, adapters: [] }] }, {}, 'GSP'],
    [
      'no path opens it',
      { map: [{ api: 'Library', version: 1, adapters: [] }], adaptersOfPath: () => ['partners'] },
      {},
      '',
    ],
    [
      'one that is public counts as not mapped, whatever the API is mapped to',
      { map: [...toStaff, { api: 'Library', version: 1, adapters: null }] },
      {},
      'GSP',
    ],
    [
      'its path is protected all the same',
      { map: [{ api: 'Library', version: null, adapters: null }], adaptersOfPath: () => ['partners'] },
      {},
      'P',
    ],
    ['where protected paths contradict each other it is closed', { adaptersOfPath: () => [] }, {}, ''],
    ['OPTIONS below a protected path is open', { adaptersOfPath: () => ['partners'] }, { method: 'OPTIONS' }, 'GSP'],
    ['names are case-sensitive', { map: toStaff }, { api: 'library' }, 'GSP'],
    ['a version is mapped alone', { map: [{ api: 'Library', version: 1, adapters: ['staff'] }] }, { version: 1 }, 'S'],
    [
      'the version beside it is not',
      { map: [{ api: 'Library', version: 1, adapters: ['staff'] }] },
      { version: 2 },
      'GSP',
    ],
    [
      'the map of a version wins',
      { map: [...toStaff, { api: 'Library', version: 2, adapters: ['partners'] }] },
      { version: 2 },
      'P',
    ],
    [
      'over the map of the API, which holds for the others',
      { map: [{ api: 'Library', version: 2, adapters: ['partners'] }, ...toStaff] },
      {},
      'S',
    ],
    [
      'an adapter that is configured nowhere admits no client',
      { map: [{ api: 'Library', version: null, adapters: ['gone'] }] },
      {},
      '',
    ],
    ['without adapters no user can log in', { adapters: [], denyByDefault: true }, {}, ''],
    [
      'names of a prototype are names',
      { map: [{ api: '__proto__', version: null, adapters: ['staff'] }] },
      { api: '__proto__' },
      'S',
    ],
    ['and are mapped to nothing by themselves', { map: toStaff }, { api: 'constructor', service: 'toString' }, 'GSP'],
    ['OPTIONS of a mapped API is open', { map: toStaff, denyByDefault: true }, { method: 'OPTIONS' }, 'GSP'],
  ])('%s', (_, options, asked, expected) => {
    expect(letIn(options, operation(asked))).toBe(expected);
  });
});

describe('a rule', () => {
  const book = rule({
    collection: methods({ GET: guests, POST: any }),
    entity: methods({ GET: guests }, any),
    actions: methods({ POST: only('alice') }),
  });
  const mapped = { map: toStaff, rules: [book] };
  test.each<[string, Partial<AuthorizationOptions>, Partial<ProtectedOperation>, string]>([
    ['false opens a method of a mapped API', mapped, {}, 'GSP'],
    ['true closes one', mapped, { method: 'POST' }, 'S'],
    ['a method that it does not name is as without a rule', mapped, { method: 'PUT' }, 'S'],
    ['also where nothing is mapped', { rules: [book] }, { method: 'PUT' }, 'GSP'],
    [
      'true closes a method of an API that nothing is mapped to: every adapter lets in',
      { rules: [book] },
      { method: 'POST' },
      'SP',
    ],
    [
      'default holds for the methods that it does not name',
      { rules: [book] },
      { resource: 'entity', method: 'DELETE' },
      'SP',
    ],
    ['and not for those that it names', { rules: [book] }, { resource: 'entity' }, 'GSP'],
    [
      'of the collection is none of the entity',
      { map: toStaff, rules: [rule({ collection: methods({ GET: guests }) })] },
      { resource: 'entity' },
      'S',
    ],
    [
      'of the entity is none of the collection',
      { map: toStaff, rules: [rule({ entity: methods({}, guests) })] },
      {},
      'S',
    ],
    ['of actions holds for actions alone', { map: toStaff, rules: [rule({ actions: methods({}, guests) })] }, {}, 'S'],
    [
      'of actions opens an action',
      { map: toStaff, rules: [rule({ actions: methods({ GET: guests }) })] },
      { resource: 'action' },
      'GSP',
    ],
    [
      'of actions does not open its other methods',
      { map: toStaff, rules: [rule({ actions: methods({ GET: guests }) })] },
      { resource: 'action', method: 'POST' },
      'S',
    ],
    ['of one service is none of another', mapped, { service: 'Books' }, 'S'],
    ['of one API is none of another', { denyByDefault: true, rules: [book] }, { api: 'Librar' }, 'SP'],
    ['false opens with deny_by_default too', { denyByDefault: true, rules: [book] }, {}, 'GSP'],
    ['deny_by_default closes what it leaves out', { denyByDefault: true, rules: [book] }, { method: 'PATCH' }, 'SP'],
    [
      'default false opens the rest',
      { denyByDefault: true, rules: [rule({ collection: methods({ POST: any }, guests) })] },
      { method: 'PATCH' },
      'GSP',
    ],
    ['HEAD follows GET', mapped, { method: 'HEAD' }, 'GSP'],
    [
      'HEAD follows a GET that is closed, whichever the default is',
      { rules: [rule({ collection: methods({ GET: any }, guests) })] },
      { method: 'HEAD' },
      'SP',
    ],
    [
      'HEAD has its own rule',
      { map: toStaff, rules: [rule({ collection: methods({ GET: guests, HEAD: any }) })] },
      { method: 'HEAD' },
      'S',
    ],
    ['GET does not follow HEAD', { map: toStaff, rules: [rule({ collection: methods({ HEAD: guests }) })] }, {}, 'S'],
    [
      'default does not close OPTIONS',
      { rules: [rule({ collection: methods({}, any) })] },
      { method: 'OPTIONS' },
      'GSP',
    ],
    [
      'that names OPTIONS does not either',
      { rules: [rule({ collection: methods({ OPTIONS: any }) })] },
      { method: 'OPTIONS' },
      'GSP',
    ],
    [
      'for one method leaves the others to the path',
      { rules: [rule({ collection: methods({ POST: any }) })], adaptersOfPath: () => ['staff'] },
      {},
      'S',
    ],
    [
      'opens what lies below a protected path',
      { rules: [rule({ collection: methods({ GET: guests }) })], adaptersOfPath: () => ['staff'] },
      {},
      'GSP',
    ],
    ['methods are case-sensitive', mapped, { method: 'get' }, 'S'],
    ['names of a prototype are no methods', mapped, { method: 'constructor' }, 'S'],
  ])('%s', (_, options, asked, expected) => {
    expect(letIn(options, operation(asked))).toBe(expected);
  });

  const perVersion = [
    rule({ collection: methods({ GET: guests, DELETE: guests }, any) }),
    rule({ version: 2, collection: methods({ GET: any, POST: guests }) }),
  ];
  test.each<[string, readonly RuleRecord[], Partial<ProtectedOperation>, string]>([
    ['wins for its version', perVersion, { version: 2 }, 'SP'],
    ['leaves other versions alone', perVersion, { version: 1 }, 'GSP'],
    ['is not there for them', perVersion, { version: 1, method: 'POST' }, 'SP'],
    ['leaves what it does not name to the rule for the API', perVersion, { version: 2, method: 'DELETE' }, 'GSP'],
    ['and to its default', perVersion, { version: 2, method: 'PUT' }, 'SP'],
    [
      'closes with its default what the rule for the API opens',
      [...perVersion, rule({ version: 3, collection: methods({}, any) })],
      { version: 3 },
      'SP',
    ],
    [
      'is not read as one for version 1 by version 11',
      [rule({ version: 1, collection: methods({ GET: any }) })],
      { version: 11 },
      'GSP',
    ],
  ])('for one version %s', (_, rules, asked, expected) => {
    expect(letIn({ rules }, operation(asked))).toBe(expected);
    expect(letIn({ rules: rules.toReversed() }, operation(asked))).toBe(expected);
  });
});

describe('a list of users and groups', () => {
  const groupsOf = groupsFrom(
    Object.entries({ editors: ['bob', '@carol'], none: [] }),
    new Map([['editors', new Set(['dora'])]]),
  );
  test.each<[string, readonly string[], Identity, string]>([
    ['a user that it names', ['alice'], user('alice'), 'allowed'],
    ['another user', ['alice'], user('bob'), 'forbidden'],
    ['a user whose name begins like one', ['alice'], user('alice2'), 'forbidden'],
    ['names are case-sensitive', ['alice'], user('Alice'), 'forbidden'],
    ['a guest', ['alice'], guest, 'login-needed'],
    ['a member of a group', ['@editors'], user('bob'), 'allowed'],
    ['a member by another source', ['@editors'], user('dora'), 'allowed'],
    ['no member', ['@editors'], user('alice'), 'forbidden'],
    ['a user with the name of the group', ['@editors'], user('editors'), 'forbidden'],
    ['a user with the name of the entry', ['@editors'], user('@editors'), 'forbidden'],
    ['a group that a user name looks like', ['bob'], user('@editors'), 'forbidden'],
    ['a group that there is none of', ['@nobody'], user('bob'), 'forbidden'],
    ['a group without members', ['@none'], user('bob'), 'forbidden'],
    ['an empty list', [], user('alice'), 'forbidden'],
    ['an empty list and a guest', [], guest, 'login-needed'],
    ['names of a prototype', ['@constructor', '@__proto__'], user('toString'), 'forbidden'],
    ['a namesake of the API’s users in another adapter', ['alice'], user('alice', 'partners'), 'login-needed'],
  ])('%s', (_, names, identity, expected) => {
    const { decide } = authorization({
      map: toStaff,
      rules: [rule({ collection: methods({ GET: only(...names) }) })],
      groupsOf,
    });
    expect(decide(operation(), identity)).toBe(expected);
  });
});

describe('access', () => {
  test('names the schemes of the mapped adapter, the strongest first', () => {
    expect(authorization({ map: toStaff }).access(operation())).toEqual({
      kind: 'login',
      schemes: [digestLogin('api'), { scheme: 'Basic', realm: 'api' }],
    });
  });

  test('names every adapter’s where none is mapped, each once', () => {
    const twice = [...adapters, { name: 'again', realm: 'partners', schemes: ['digest'] } as const];
    const { access, adaptersFor } = authorization({ adapters: twice, denyByDefault: true });
    expect(adaptersFor(operation())).toEqual(['staff', 'partners', 'again']);
    expect(access(operation())).toMatchObject({
      schemes: [{ realm: 'api' }, { realm: 'api' }, digestLogin('partners')],
    });
  });

  test('names no scheme where no user can log in, and requires authentication all the same', () => {
    expect(authorization({ adapters: [], denyByDefault: true }).access(operation())).toEqual({
      kind: 'login',
      schemes: [],
    });
    expect(authorization({ map: [{ api: 'Library', version: null, adapters: ['gone'] }] }).access(operation())).toEqual(
      {
        kind: 'login',
        schemes: [],
      },
    );
  });

  test('is one record for all operations that the same log-in is needed for', () => {
    const { access } = authorization({ denyByDefault: true, map: toStaff });
    expect(access(operation({ method: 'PUT' }))).toBe(access(operation({ service: 'Author' })));
    expect(access(operation({ api: 'Other' }))).not.toBe(access(operation()));
  });

  test('never shows who is admitted', () => {
    const rules = [rule({ collection: methods({ GET: only('alice', '@editors') }) })];
    expect(JSON.stringify(authorization({ rules }).access(operation()))).not.toMatch(/alice|editors/);
  });
});

describe('two operations admit the same people', () => {
  const map = [
    { api: 'Library', version: null, adapters: ['staff'] },
    { api: 'Twin', version: null, adapters: ['staff'] },
    { api: 'Shop', version: null, adapters: ['partners'] },
  ];
  const opened = { collection: methods({ GET: guests }) };

  test.each<[string, boolean, Partial<AuthorizationOptions>, string]>([
    ['where both are open', true, {}, 'Twin'],
    ['where one adapter protects both', true, { map }, 'Twin'],
    ['not where another adapter does', false, { map }, 'Shop'],
    ['not where one is open', false, { map }, 'Other'],
    ['not where a rule opens one', false, { map, rules: [rule(opened)] }, 'Twin'],
    [
      'but where rules open both, with any adapters',
      true,
      { map, rules: [rule(opened), rule({ ...opened, api: 'Shop' })] },
      'Shop',
    ],
    [
      'not where a rule names some',
      false,
      { map, rules: [rule({ collection: methods({ GET: only('alice') }) })] },
      'Twin',
    ],
  ])('%s', (_, expected, options, api) => {
    const { haveSameCallers } = authorization(options);
    expect(haveSameCallers(operation(), operation({ api }))).toBe(expected);
    expect(haveSameCallers(operation({ api }), operation())).toBe(expected);
  });
});
