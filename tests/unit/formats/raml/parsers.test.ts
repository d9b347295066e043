import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { raml } from '../../../../src/formats/raml/raml.ts';
import { Api } from '../../../../src/model/api.ts';
import type { OAuthFlowObject } from '../../../../src/model/openapi-objects.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { validateRaml } from '../../../tooling/validators.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const MEDIA_TYPES = [
  ...[
    'application/json; charset=utf-8',
    'application/json',
    'text/csv;header=present',
    'text/csv; header="a b"',
    '*/*',
    'text/*',
    'application/*+json',
  ],
  ...[
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'application/.a',
    'application/json;',
    'nonsense',
    'multipart/mixed',
    'application/vnd.a+json',
  ],
];
const url = 'https://example.com/o';

function textOf(record: ApiRecord): string {
  return raml.render?.({ level: 'api', api: new Api(record) }, site) ?? '';
}

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
const documentOf = (record: ApiRecord): any => load(textOf(record).replace(/^#%RAML 1.0\n/, ''));

describe('what parsers of RAML refuse', () => {
  const content = Object.fromEntries(MEDIA_TYPES.map((type) => [type, { example: type }]));
  const post = operation('POST', '/a', {
    requestBody: { content },
    responses: { '200': { description: 'x', content } },
  });
  const record = apiRecord({
    services: [service('a', { operations: [post], responseContentTypes: ['multipart/form-data', 'application/.a'] })],
  });

  test('is no key of a body: parameters, and forms in responses', async () => {
    const document = documentOf(record);
    const { body, responses } = document['/a'].post;
    const common = ['application/json', 'text/csv', '*/*', 'text/*', 'multipart/mixed', 'application/vnd.a+json'];
    expect(new Set(Object.keys(responses['200'].body))).toEqual(new Set(common));
    expect(new Set(Object.keys(body))).toEqual(
      new Set([...common, 'multipart/form-data', 'application/x-www-form-urlencoded']),
    );
    expect(body['text/csv']).toMatchObject({ '(x-media-type-name)': 'text/csv;header=present' });
    expect(document).not.toHaveProperty('mediaType');
    expect(await validateRaml([{ name: 'a', text: textOf(record) }])).toEqual([]);
  });

  test('is kept all the same', () => {
    const text = textOf(record);
    for (const type of MEDIA_TYPES) expect(text).toContain(type.replaceAll('"', '\\"'));
  });

  test.each<[flows: Readonly<Record<string, OAuthFlowObject>>, settings: object | undefined]>([
    [
      { implicit: { authorizationUrl: url, scopes: { a: '' } } },
      { authorizationUri: url, accessTokenUri: '', authorizationGrants: ['implicit'], scopes: ['a'] },
    ],
    [
      { clientCredentials: { tokenUrl: url, scopes: {} } },
      { accessTokenUri: url, authorizationGrants: ['client_credentials'], scopes: ['a'] },
    ],
    [
      { authorizationCode: { scopes: {} } },
      { authorizationUri: '', accessTokenUri: '', authorizationGrants: ['authorization_code'], scopes: ['a'] },
    ],
    [
      { deviceAuthorization: { tokenUrl: url, scopes: {} } },
      { accessTokenUri: url, authorizationGrants: ['urn:ietf:params:oauth:grant-type:device_code'], scopes: ['a'] },
    ],
    [{}, undefined],
  ])('is no OAuth 2.0 without addresses and grants: %j', async (flows, settings) => {
    const secured = apiRecord({
      services: [service('a', { operations: [operation('GET', '/a', { security: [{ o: ['a'] }] })] })],
      components: { ...apiRecord().components, securitySchemes: { o: { type: 'oauth2', flows } } },
    });
    const document = documentOf(secured);
    const { type, settings: written } = document.securitySchemes.o;
    expect([type, written]).toEqual([settings === undefined ? 'x-oauth2' : 'OAuth 2.0', settings]);
    const { get } = document['/a'];
    expect(get.securedBy).toEqual([settings === undefined ? 'o' : { o: { scopes: ['a'] } }]);
    expect(get['(x-security)']).toEqual(settings === undefined ? [{ o: ['a'] }] : undefined);
    expect(await validateRaml([{ name: 'a', text: textOf(secured) }])).toEqual([]);
  });
});
