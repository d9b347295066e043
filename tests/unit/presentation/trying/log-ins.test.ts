import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../../src/model/components.ts';
import type { SecuritySchemeObject } from '../../../../src/model/openapi-objects.ts';
import type { SiteLogIn } from '../../../../src/presentation/page-data/site.ts';
import { calledOrigins, isAt, siteLogIn } from '../../../../src/presentation/trying/log-ins.ts';

const ORIGIN = 'https://login.example.com';
const CONFIGURED = { scheme: 'account', origins: [ORIGIN], isViaServer: false };

const found = (scheme: SecuritySchemeObject): SiteLogIn | undefined =>
  siteLogIn(CONFIGURED, new Components({ ...NO_COMPONENTS, securitySchemes: { account: scheme } }));

describe('an address is used', () => {
  test.each([
    [`${ORIGIN}/token`, true],
    [`${ORIGIN}:443/token?tenant=1`, true],
    [`${ORIGIN}:8443/token`, false],
    ['http://login.example.com/token', false],
    ['https://login.example.com.evil.example/token', false],
    ['https://login.example.com@evil.example/token', false],
    ['https://ada:secret@login.example.com/token', false],
    [`${ORIGIN}/token#part`, false],
    ['//login.example.com/token', false],
    ['/token', false],
    ['javascript:alert(1)', false],
    [undefined, false],
    [{ toString: (): string => `${ORIGIN}/token` }, false],
  ])('%s: %s', (url, expected) => expect(isAt(url, [ORIGIN])).toBe(expected));
});

describe('a log-in has', () => {
  test('the addresses of its scheme at the configured origins, and no other', () => {
    const flow = {
      authorizationUrl: 'https://evil.example/auth',
      tokenUrl: `${ORIGIN}/token`,
      scopes: { read: 'Read' },
      'x-more': 1,
    };
    expect(found({ type: 'oauth2', flows: { authorizationCode: flow, implicit: { scopes: {} } } })).toEqual({
      ...CONFIGURED,
      isOpenId: false,
      flows: {
        authorizationCode: { tokenUrl: `${ORIGIN}/token`, scopes: { read: 'Read' } },
        implicit: { scopes: {} },
      },
    });
  });

  test.each<readonly [string, SecuritySchemeObject]>([
    ['openIdConnectUrl', { type: 'openIdConnect', openIdConnectUrl: `${ORIGIN}/.well-known/openid-configuration` }],
    ['oauth2MetadataUrl', { type: 'oauth2', oauth2MetadataUrl: `${ORIGIN}/.well-known/openid-configuration` }],
  ])('the metadata at %s', (_, scheme) => {
    expect(found(scheme)).toMatchObject({ metadataUrl: `${ORIGIN}/.well-known/openid-configuration`, flows: {} });
  });

  test.each<readonly [string, SecuritySchemeObject]>([
    ['another kind', { type: 'http', scheme: 'bearer' }],
    ['metadata elsewhere', { type: 'openIdConnect', openIdConnectUrl: 'https://evil.example/openid' }],
    ['no address', { type: 'oauth2', flows: { clientCredentials: { scopes: {} } } }],
  ])('nothing to offer for a scheme of %s', (_, scheme) => expect(found(scheme)).toBeUndefined());

  test.each<readonly [string, SecuritySchemeObject, string]>([
    [
      'the address in the descriptor, where it is of this provider',
      { type: 'oauth2', oauth2MetadataUrl: `${ORIGIN}/.well-known/oauth-authorization-server/shop` },
      '/.well-known/oauth-authorization-server/shop',
    ],
    [
      'the usual one, where the descriptor has that of another',
      { type: 'openIdConnect', openIdConnectUrl: `${ORIGIN}/other/.well-known/openid-configuration` },
      '/shop/.well-known/openid-configuration',
    ],
    [
      'the usual one, and nothing of the flows but scopes',
      {
        type: 'oauth2',
        flows: {
          authorizationCode: { authorizationUrl: `${ORIGIN}/other`, tokenUrl: `${ORIGIN}/x`, scopes: { a: 'A' } },
        },
      },
      '/shop/.well-known/openid-configuration',
    ],
  ])('with an issuer, metadata at %s', (_, scheme, path) => {
    const components = new Components({ ...NO_COMPONENTS, securitySchemes: { account: scheme } });
    const logIn = siteLogIn({ ...CONFIGURED, issuer: `${ORIGIN}/shop` }, components);
    expect(logIn?.metadataUrl).toBe(ORIGIN + path);
    expect(JSON.stringify(logIn?.flows)).toMatch(/^\{("authorizationCode":\{"scopes":\{"a":"A"\}\})?\}$/);
    expect(logIn).not.toHaveProperty('issuer');
  });

  test('with metadata, no address that the descriptor adds', () => {
    const added = { deviceAuthorizationUrl: `${ORIGIN}/added`, tokenUrl: `${ORIGIN}/added`, scopes: { a: 'A' } };
    const oauth2MetadataUrl = `${ORIGIN}/.well-known/oauth-authorization-server`;
    const scheme = { type: 'oauth2', oauth2MetadataUrl, flows: { deviceAuthorization: added } } as const;
    expect(found(scheme)?.flows).toEqual({ deviceAuthorization: { scopes: { a: 'A' } } });
    const elsewhere = { ...scheme, oauth2MetadataUrl: 'https://evil.example/.well-known/oauth-authorization-server' };
    expect(found(elsewhere)?.flows).toEqual({ deviceAuthorization: added });
  });

  test('addresses that decide about nothing that the page decides about', () => {
    const own = [
      'scope=admin&request_uri=https://evil.example&response_mode=form_post&response_type=token&State=x&request[uri=y',
      '%20nonce=z&include_granted_scopes=true&client_id=a&redirect_uri=b&code_challenge_method=plain&code_challenge=c',
      'request=d&claims=e&registration=f&authorization_details=g&dpop_jkt=h',
    ];
    const flow = { authorizationUrl: `${ORIGIN}/auth?${own.join('&')}&tenant=1&audience=shop`, scopes: {} };
    const logIn = found({ type: 'oauth2', flows: { authorizationCode: flow } });
    expect(logIn?.flows['authorizationCode']?.authorizationUrl).toBe(`${ORIGIN}/auth?tenant=1&audience=shop`);
  });

  test('no scheme of a name that every object has', () => {
    expect(siteLogIn({ ...CONFIGURED, scheme: 'constructor' }, new Components(NO_COMPONENTS))).toBeUndefined();
  });
});

test('pages call providers that they ask themselves, and no others', () => {
  const logIn = (origin: string, isViaServer: boolean): SiteLogIn => ({
    ...{ scheme: origin, origins: [origin], isViaServer, isOpenId: false, flows: {} },
  });
  const tried = { name: 'Shop', version: 1, isHere: false, origins: ['https://a.example'] };
  const logIns = [
    logIn('https://b.example', false),
    logIn('https://c.example', true),
    logIn('https://a.example', false),
  ];
  expect(calledOrigins({ ...tried, logIns })).toEqual(['https://a.example', 'https://b.example']);
  expect(calledOrigins(tried)).toEqual(['https://a.example']);
});
