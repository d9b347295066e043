import { describe, expect, test } from 'vitest';
import { openapi } from '../../../src/formats/openapi/openapi.ts';
import { siteLogins, siteLoginsOf } from '../../../src/formats/site-logins.ts';
import { swagger } from '../../../src/formats/swagger/swagger.ts';
import type { Access, AccessRule } from '../../../src/model/access.ts';
import { Api } from '../../../src/model/api.ts';
import type { SecurityRequirementObject, SecuritySchemeObject } from '../../../src/model/openapi-objects.ts';
import { digestLogin } from '../../fixtures/auth/log-ins.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const digest = (realm: string): Access => ({ kind: 'login', schemes: [digestLogin(realm)] });

function apiWith(
  accessRule: AccessRule,
  schemes: Readonly<Record<string, SecuritySchemeObject>>,
  security: readonly SecurityRequirementObject[] | null = null,
): Api {
  const record = apiRecord({
    services: [
      service('a', { operations: [operation('GET', '/a'), operation('POST', '/a', { security })] }),
      service('b', { operations: [operation('GET', '/b')] }),
    ],
  });
  return new Api({ ...record, components: { ...record.components, securitySchemes: schemes } }, { accessRule });
}

const bearer: SecuritySchemeObject = { type: 'http', scheme: 'bearer' };

describe('a log-in of the site', () => {
  test.each([
    ['is named after scheme and realm', ['api'], [], ['site-digest-api']],
    ['is never named like a scheme of the descriptor', ['api'], ['site-digest-api'], ['site-digest-api-2']],
    [
      'nor as formats may write such a scheme',
      ['a b', 'c'],
      ['site-digest-a/b', 'site-digest-c'],
      ['site-digest-a_b-2', 'site-digest-c-2'],
    ],
    ['nor like another log-in', ['a b', 'a/b'], [], ['site-digest-a_b', 'site-digest-a_b-2']],
  ])('%s', (_, realms, taken, expected) => {
    const rule: AccessRule = ({ service: name }) => digest((name === 'a' ? realms[0] : realms.at(-1)) ?? '');
    const api = apiWith(rule, Object.fromEntries(taken.map((name) => [name, bearer])));
    expect([...siteLogins(api).values()].map(({ name }) => name)).toEqual(expected);
  });

  test('has the same name in every document', () => {
    const api = apiWith(({ service: name }) => digest(name === 'a' ? 'a b' : 'a/b'), {});
    const [own] = api.getService('b')?.getOperations().flatMap(siteLoginsOf) ?? [];
    const found = api.getService('b');
    if (found === undefined) throw new Error('No service.');
    const document = JSON.parse(
      openapi.render?.({ level: 'service', api, service: found }, { title: '', baseUrl: '' }) ?? '',
    );
    expect(Object.keys(document.components.securitySchemes)).toEqual([own?.name]);
  });
});

describe.each([openapi, swagger].map((format) => [format.name, format] as const))('%s', (_, format) => {
  const schemes: Readonly<Record<string, SecuritySchemeObject>> = {
    bearer,
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    authorization: { type: 'apiKey', in: 'header', name: 'AUTHORIZATION' },
    login: { type: 'oauth2', flows: {} },
    // No version of the formats has it: it cannot be said.
    broken: { type: 'apiKey' },
  };
  const site = { 'site-digest-api': [] };
  const security = (demanded: readonly SecurityRequirementObject[] | null, rule: AccessRule) => {
    const api = apiWith(rule, schemes, demanded);
    const { paths } = JSON.parse(format.render?.({ level: 'api', api }, { title: '', baseUrl: '' }) ?? '');
    return paths['/a'].post;
  };

  test.each<[string, readonly SecurityRequirementObject[] | null, unknown]>([
    ['nothing', null, [site]],
    ['a key in a field of its own', [{ key: [] }], [{ ...site, key: [] }]],
    ['another log-in in the Authorization field', [{ bearer: [] }], [site]],
    ['a key in the Authorization field', [{ authorization: [] }], [site]],
    ['OAuth', [{ login: ['read'] }], [site]],
    ['a log-in and a key at once', [{ bearer: [], key: [] }], [{ ...site, key: [] }]],
    ['one of several, or nothing', [{ key: [] }, { bearer: [] }, {}], [{ ...site, key: [] }, site]],
    ['a scheme that the descriptor lacks', [{ nowhere: [] }], [site]],
    ['a scheme that cannot be said', [{ broken: [] }], [site]],
    ['names of a prototype', [{ constructor: [] }], [site]],
  ])('asks for the log-in of the site where the descriptor demands %s', (_label, demanded, expected) => {
    const own = security(demanded, () => digest('api'));
    expect(own.security).toEqual(expected);
    const names = (demanded ?? []).flatMap((requirement) => Object.keys(requirement));
    expect(own['x-platform-descriptor-security']).toEqual(names.length > 0 ? demanded : undefined);
  });

  test('says that an operation is open where others need a log-in and the descriptor is silent', () => {
    const some: AccessRule = ({ method }) => (method === 'GET' ? digest('api') : { kind: 'open' });
    expect(security(null, some).security).toEqual([]);
    expect(security([{ key: [] }], some).security).toEqual([{ key: [] }]);
    expect(security(null, () => ({ kind: 'open' })).security).toBeUndefined();
  });

  test('says that no client may call where there is no log-in', () => {
    expect(security(null, () => ({ kind: 'login', schemes: [] })).security).toEqual([{ 'site-closed': [] }]);
  });
});
