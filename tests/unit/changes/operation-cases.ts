import type { RuleName } from '../../../src/changes/rules.ts';
import type { CallbackObject, ParameterObject } from '../../../src/model/openapi-objects.ts';
import type { ApiRecord, OperationRecord } from '../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { withOperations } from './described.ts';

const B = 'breaking';
const N = 'notable';
const D = 'docs-only';

const schema = { type: 'string' } as const;
const json = { 'application/json': { schema } };
const both = { ...json, 'text/csv': { schema } };
const key = { key: [] };
const page = { name: 'page', in: 'query', schema } as const satisfies ParameterObject;

const get = (rest: Partial<OperationRecord> = {}, api: Partial<ApiRecord> = {}): ApiRecord =>
  withOperations([operation('GET', '/things', rest)], api);
const named = (name: string): ApiRecord => get({}, { name, info: { ...apiRecord().info, 'x-platform-api': 'A' } });
const post = (rest: Partial<OperationRecord> = {}): ApiRecord => withOperations([operation('POST', '/things', rest)]);
const sunset = (day: string): ApiRecord => get({ deprecated: true, extensions: { 'x-sunset': day } });
const body = (rest: object): ApiRecord => post({ requestBody: { content: json, ...rest } });
const answer = (rest: object): ApiRecord => get({ responses: { 200: { content: json, ...rest } } });
const parameter = (rest: Partial<ParameterObject>): ApiRecord => get({ parameters: [{ ...page, ...rest }] });
const header = (rest: object): ApiRecord => answer({ headers: { 'X-Rate': { schema, ...rest } } });
const path = (name: string): ApiRecord =>
  withOperations([
    operation('GET', `/things/{${name}}`, { parameters: [{ name, in: 'path', required: true, schema }] }),
  ]);
const webhook = (...operations: readonly OperationRecord[]): ApiRecord =>
  apiRecord({ services: [service('paid', { kind: 'webhook', route: '', operations })] });
const callback = (more: CallbackObject = {}): ApiRecord =>
  post({ callbacks: { done: { '{$request.query.url}': { post: {} }, ...more } } });
const security = (scheme: object): ApiRecord =>
  get(
    { security: [key] },
    { components: { ...apiRecord().components, securitySchemes: { key: { type: 'apiKey', ...scheme } } } },
  );
const flows = (found: Readonly<Record<string, object>>): ApiRecord =>
  security({
    type: 'oauth2',
    flows: Object.fromEntries(
      Object.entries(found).map(([name, flow]) => [name, { tokenUrl: '/t', scopes: {}, ...flow }]),
    ),
  });
const served = (basePath: string, ...urls: readonly string[]): ApiRecord =>
  get({}, { basePath, servers: urls.map((url) => ({ url })) });
const none = apiRecord();

/** Each row in both directions: there the rule with its class, back its mirror with its class. */
export const OPERATION_CASES: readonly (readonly [
  rule: RuleName,
  before: ApiRecord,
  after: ApiRecord,
  there: string,
  back: string,
])[] = [
  ['operation-added', none, get(), N, B],
  ['deprecated-operation-removed', get({ deprecated: true }), none, N, N],
  ['operation-removed-before-sunset', sunset('2099-01-01'), none, B, N],
  [
    'operation-moved',
    get({ operationId: 'a' }),
    withOperations([operation('GET', '/all', { operationId: 'a' })]),
    B,
    B,
  ],
  ['operation-moved', get({ operationId: 'a' }), post({ operationId: 'a' }), B, B],
  ['operation-id-changed', get({ operationId: 'a' }), get({ operationId: 'b' }), N, N],
  ['operation-deprecated', get(), get({ deprecated: true }), N, N],
  ['sunset-added', get({ deprecated: true }), sunset('2027-01-01'), N, N],
  ['sunset-earlier', sunset('2027-01-01'), sunset('2026-12-01'), N, N],
  ['webhook-added', webhook(), webhook(operation('POST', '')), N, B],
  ['callback-added', post(), callback(), N, B],
  ['callback-added', callback(), callback({ '{$request.query.other}': { post: {} } }), N, B],
  ['path-added', get(), get({ paths: ['/things', '/things/all'] }), N, B],
  ['path-parameter-renamed', path('id'), path('thing_id'), D, D],
  ['api-renamed', named('One'), named('Other'), B, B],
  ['version-changed', get({}, { version: 1 }), get({}, { version: 99 }), B, B],
  ['base-path-changed', get({}, { basePath: '/v1' }), get({}, { basePath: '/v2' }), B, B],
  // Addresses that differ by the base path alone are not reported once more.
  [
    'base-path-changed',
    served('/v1', 'https://a.example/v1/', 'http://b.example/v1'),
    served('/v2', 'http://b.example/v2', 'https://a.example/v2'),
    B,
    B,
  ],
  ['base-path-changed', served('', 'https://a.example'), served('/v2', 'https://a.example/v2'), B, B],
  ['base-path-changed', served('/v1', '/v1'), served('/v2', '/v2'), B, B],
  ['server-added', get(), get({}, { servers: [{ url: 'https://a.example' }] }), N, B],
  [
    'server-added',
    get({ servers: [{ url: 'https://a.example' }] }),
    get({ servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }),
    N,
    B,
  ],
  // A log-in is needed by the operation's own demand, else by that of the API.
  ['log-in-required', get(), get({ security: [key] }), B, N],
  ['log-in-required', get(), get({}, { security: [key] }), B, N],
  ['log-in-required', get({ security: [key, {}] }), get({ security: [key] }), B, N],
  ['log-in-added', get({ security: [key] }), get({ security: [key, { other: [] }] }), N, B],
  ['scope-added', get({ security: [key] }), get({ security: [{ key: ['write'] }] }), B, N],
  ['log-in-flow-added', flows({ clientCredentials: {} }), flows({ clientCredentials: {}, password: {} }), N, B],
  ['offered-scope-added', flows({ password: {} }), flows({ password: { scopes: { write: 'Write' } } }), N, B],
  ['log-in-scheme-changed', security({ in: 'header', name: 'A' }), security({ in: 'query', name: 'A' }), B, B],
  [
    'log-in-address-changed',
    security({ openIdConnectUrl: 'https://a' }),
    security({ openIdConnectUrl: 'https://b' }),
    N,
    N,
  ],
  [
    'log-in-address-changed',
    security({ flows: { password: { tokenUrl: '/a', scopes: {} } } }),
    security({ flows: { password: { tokenUrl: '/b', scopes: {} } } }),
    N,
    N,
  ],
  ['parameter-added', get(), parameter({}), N, B],
  ['required-parameter-added', get(), parameter({ required: true }), B, B],
  ['parameter-became-required', parameter({}), parameter({ required: true }), B, N],
  ['parameter-deprecated', parameter({}), parameter({ deprecated: true }), N, N],
  ['deprecated-parameter-removed', parameter({ deprecated: true }), get(), N, N],
  ['parameter-moved', parameter({}), parameter({ in: 'cookie' }), B, B],
  [
    'parameter-style-changed',
    parameter({ schema: { type: 'array' }, explode: true }),
    parameter({ schema: { type: 'array' }, explode: false }),
    B,
    B,
  ],
  ['parameter-style-changed', parameter({ style: 'form' }), parameter({ style: 'pipeDelimited' }), B, B],
  ['empty-value-refused', parameter({ allowEmptyValue: true }), parameter({}), B, N],
  ['length-tightened', parameter({}), parameter({ schema: { ...schema, maxLength: 3 } }), B, N],
  ['body-added', post(), body({}), N, B],
  ['required-body-added', post(), body({ required: true }), B, B],
  ['body-became-required', body({}), body({ required: true }), B, N],
  ['media-type-added', body({}), body({ content: both }), N, B],
  ['media-type-added', answer({}), answer({ content: both }), N, B],
  [
    'encoding-changed',
    body({}),
    body({ content: { 'application/json': { schema, encoding: { a: { style: 'form' } } } } }),
    B,
    B,
  ],
  ['response-added', get(), answer({}), N, B],
  ['error-response-added', get(), get({ responses: { 404: {} } }), N, N],
  ['error-response-added', get(), get({ responses: { default: {} } }), N, N],
  ['header-added', answer({}), header({}), N, B],
  ['header-became-required', header({}), header({ required: true }), N, B],
  ['deprecated-header-removed', header({ deprecated: true }), answer({}), N, N],
  ['header-deprecated', header({}), header({ deprecated: true }), N, N],
  ['link-added', answer({}), answer({ links: { self: { operationId: 'a' } } }), N, N],
  [
    'link-changed',
    answer({ links: { self: { operationId: 'a' } } }),
    answer({ links: { self: { operationId: 'b' } } }),
    N,
    N,
  ],
  ['description-changed', get({ description: 'A.' }), get({ description: 'B.' }), D, D],
  ['description-changed', parameter({}), parameter({ description: 'B.' }), D, D],
  ['description-changed', answer({}), answer({ description: 'B.' }), D, D],
  ['title-changed', get({ summary: 'A' }), get({ summary: 'B' }), D, D],
  ['example-changed', answer({}), answer({ content: { 'application/json': { schema, example: 'a' } } }), D, D],
  ['tags-changed', get({ tags: ['a'] }), get({ tags: ['b'] }), D, D],
  ['information-changed', none, apiRecord({ info: { ...none.info, license: { name: 'MIT' } } }), D, D],
];
