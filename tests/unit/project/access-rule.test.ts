import { describe, expect, test } from 'vitest';
import { type OperationIdentity, openToEveryone } from '../../../src/model/access.ts';
import { accessRuleOf, withExamples } from '../../../src/project/access-rule.ts';
import { readConfiguration } from '../../../src/project/configuration.ts';
import { basicAdapter } from '../../fixtures/auth/basic-adapter.ts';
import { digestLogin } from '../../fixtures/auth/log-ins.ts';
import { projectWith } from '../config/project.ts';

const CONFIGURATION = `
${basicAdapter('staff', 'data/nowhere')}      partners:
        adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter
        options: { accept_schemes: [digest], realm: partners, digest_domains: '', nonce_timeout: '3600', htdigest: data/nowhere }
    map: { Library-v1: staff, Billing: partners }
  authorization:
    Library-v1/Book: { collection: { GET: false, POST: [alice] } }
    Open/Ping: { actions: { POST: true } }
`;

const basic = { kind: 'login', schemes: [{ scheme: 'Basic', realm: 'staff' }] };
const digest = { kind: 'login', schemes: [digestLogin('partners')] };

describe('what documentation says of who may call', () => {
  test.each<[string, Partial<OperationIdentity>, unknown]>([
    ['a method that a rule opens', {}, { kind: 'open' }],
    ['a method of users, who are not told', { method: 'POST' }, basic],
    ['another resource of a mapped API, though the password file is missing', { resource: 'entity' }, basic],
    ['a version that nothing is mapped to', { version: 2, method: 'POST' }, { kind: 'open' }],
    ['an API that is mapped in every version', { api: 'Billing', version: 7 }, digest],
    ['an API that is not mapped', { api: 'Open' }, { kind: 'open' }],
    [
      'a closed method of it',
      { api: 'Open', service: 'Ping', resource: 'action', method: 'POST' },
      { kind: 'login', schemes: [...basic.schemes, ...digest.schemes] },
    ],
  ])('%s', (_, asked, expected) => {
    const rule = accessRuleOf(
      readConfiguration(projectWith({ 'config/autoload/global.yaml': CONFIGURATION }), {}).configuration,
      [],
    );
    expect(
      rule({ api: 'Library', version: 1, service: 'Book', resource: 'collection', method: 'GET', ...asked }),
    ).toEqual(expected);
  });
});

const BACKENDS = `
platform-services:
  Library: { backend: proxy, target: 'http://127.0.0.1:9' }
  Library-v2: { backend: examples }
  Site: { backend: site }
`;

test.each([
  ['Library', 1, undefined],
  ['Library', 2, true],
  ['Site', 1, undefined],
  ['Other', 1, true],
])('%s, version %d: answered from examples: %s', (api, version, hasExamples) => {
  const { services } = readConfiguration(projectWith({ 'config/autoload/global.yaml': BACKENDS }), {}).configuration;
  const asked = { api, version, service: 'Book', resource: 'collection', method: 'GET' } as const;
  expect(withExamples(openToEveryone, services, new Set())(asked).hasExamples).toBe(hasExamples);
});
