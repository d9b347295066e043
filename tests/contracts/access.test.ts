import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { type Authorization, createAuthorization } from '../../src/auth/authorization.ts';
import type { Format } from '../../src/formats/contract.ts';
import { formats } from '../../src/formats/registry.ts';
import { Api } from '../../src/model/api.ts';
import type { Operation } from '../../src/model/operation.ts';
import { operationIds } from '../../src/model/operation-ids.ts';
import type { ApiRecord, OperationRecord } from '../../src/model/records.ts';
import type { Service } from '../../src/model/service.ts';
import { accessLine } from '../../src/presentation/access/access-line.ts';
import type { Document } from '../../src/presentation/page-data/document.ts';
import { phraseText } from '../../src/words/phrase.ts';
import { hostileApi } from '../fixtures/model/hostile-api.ts';
import { richApi } from '../fixtures/model/rich-api.ts';
import { callsInPostman, requestsIn } from '../readers/postman.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const all: readonly Format[] = formats;

/** A document's statement on an operation: whether a guest may call it, and its status codes. */
interface Statement {
  readonly open: boolean;
  readonly codes: readonly string[];
}

type Statements = ReadonlyMap<string, Statement>;

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
type Any = any;

/** How each format says it; a format without an entry fails below. */
const READERS: Readonly<Record<string, (text: string, service: Service) => Statements>> = {
  // Rendered by the views: the line and the answers that their templates print.
  html: (_, service) =>
    statements(service, (operation) => ({
      open: phraseText(accessLine(operation).words ?? ['Open to everyone']).startsWith('Open to everyone'),
      codes: operation.getAllResponses().map(({ status }) => status),
    })),
  json: (text, service) => {
    const document: Any = JSON.parse(text);
    return statements(service, (operation) => {
      const own: Any = Object.entries(
        operation.resource === 'entity' ? document.entity_operations : document.operations,
      ).find(
        ([key, value]: [string, Any]) =>
          key.split(' ', 1)[0] === operation.getHttpMethod() && value.paths[0] === operation.getPath(),
      )?.[1];
      return {
        open: !own.requires_authorization,
        codes: own.response_status_codes.map(({ code }: Any) => String(code)),
      };
    });
  },
  swagger: readOpenApi,
  openapi: readOpenApi,
  'openapi-3.0': readOpenApi,
  'openapi-3.2': readOpenApi,
  'openapi-yaml': readOpenApi,
  'openapi-yaml-3.0': readOpenApi,
  'openapi-yaml-3.2': readOpenApi,
  raml: (text, service) => {
    const document: Any = load(text);
    const resources: [string, Any][] = Object.entries(document).filter(([key]) => key.startsWith('/')) as [
      string,
      Any,
    ][];
    return statements(service, (operation) => {
      const methods = resources.flatMap(([path, resource]) =>
        operation.getPaths().some((own) => own.endsWith(path))
          ? [
              resource[operation.getHttpMethod().toLowerCase()],
              ...Object.values(resource['(x-methods)'] ?? {}).filter(
                (one: Any) => one.method === operation.getHttpMethod(),
              ),
            ]
          : [],
      );
      const own: Any = methods.find((one: Any) => one !== undefined);
      return { open: !(own.securedBy ?? []).some(isSiteLogin), codes: Object.keys(own.responses ?? {}) };
    });
  },
  postman: (text, service) => {
    const requests: readonly Any[] = requestsIn(JSON.parse(text).item);
    const calls = callsInPostman(text);
    return statements(service, (operation) => {
      const own = requests.find(
        (_, at) =>
          calls[at]?.method === operation.getHttpMethod() && calls[at].url.endsWith(operation.record.paths[0] ?? ''),
      );
      return {
        open: own.request['x-platform-login'] === undefined,
        codes: own.response.map(({ code, status }: Any) => String(code ?? status)),
      };
    });
  },
  'api-blueprint': (text, service) => {
    const [head = '', ...actions] = text.split(/^### /m);
    const ids = operationIds(service.api.record);
    return statements(service, (operation) => {
      const id = `operationId: ${ids.get(operation.record)?.[0]}\n`;
      const own = actions.find((action) => action.replaceAll('"', '').includes(id)) ?? '';
      const codes = [...own.matchAll(/^\+ Response (\d{3})/gm)].flatMap(([, code]) => code ?? []);
      return { open: !/^ {2}- "?site-/m.test(/^security:/m.test(own) ? own : head), codes: [...new Set(codes)] };
    });
  },
  markdown: (text, service) => {
    const lines = text.split('\n').filter((line) => /^- (Open to everyone|Log-in needed|Closed)/.test(line));
    const parts = text.split(/^- (?:Open to everyone|Log-in needed|Closed)/m).slice(1);
    return statements(service, (_, index) => ({
      open: lines[index]?.startsWith('- Open') ?? false,
      codes: [...(parts[index] ?? '').matchAll(/^- (\d{3}) /gm)].flatMap(([, code]) => code ?? []),
    }));
  },
};

function isSiteLogin(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith('site-');
}

function statements(service: Service, read: (operation: Operation, index: number) => Statement): Statements {
  return new Map(service.getAllOperations().map((operation, index) => [label(operation), read(operation, index)]));
}

function label(operation: Operation): string {
  return `${operation.service.getName()} ${operation.resource} ${operation.getHttpMethod()} ${operation.getPath()}`;
}

/** An operation is open where none of its alternatives asks for a log-in of the site; where one does, all must. */
function readOpenApi(text: string, service: Service): Statements {
  const document: Any = text.startsWith('{') ? JSON.parse(text) : load(text);
  const schemes = document.components?.securitySchemes ?? document.securityDefinitions ?? {};
  const found = new Map<unknown, Any>();
  const visit = (value: Any): void => {
    if (typeof value !== 'object' || value === null) return;
    if (typeof value.operationId === 'string') found.set(value.operationId, value);
    for (const item of Object.values(value)) visit(item);
  };
  visit(document.paths);
  const ids = operationIds(service.api.record);
  return statements(service, (operation) => {
    const own = found.get(ids.get(operation.record)?.[0]);
    const alternatives: Any[] = own.security ?? document.security ?? [];
    const asking = alternatives.filter((requirement) => Object.keys(requirement).some(isSiteLogin));
    expect([0, alternatives.length]).toContain(asking.length);
    for (const name of asking.flatMap(Object.keys))
      expect(Object.hasOwn(schemes, name), `${name} is defined`).toBe(true);
    return { open: asking.length === 0, codes: Object.keys(own.responses ?? {}) };
  });
}

const adapters = [
  { name: 'staff', realm: 'api', schemes: ['basic', 'digest'] },
  { name: 'partners', realm: '“Ünsafe” / realm <b>', schemes: ['digest'] },
] as const;
const rule = { version: null, collection: null, entity: null, actions: null };
const methods = (named: Record<string, boolean>, otherwise: boolean | null = null) => ({
  default: otherwise === null ? null : allow(otherwise),
  methods: Object.fromEntries(Object.entries(named).map(([method, needed]) => [method, allow(needed)])),
});
function allow(needed: boolean) {
  return needed ? ({ kind: 'names', names: ['mallory', '@secretive'] } as const) : ({ kind: 'guests' } as const);
}
const nothing = { adapters, map: [], rules: [], denyByDefault: false, groupsOf: () => [] };
const mapped = (record: ApiRecord) => [{ api: record.name, version: null, adapters: ['partners'] }];

const RULES: readonly (readonly [string, (record: ApiRecord) => Authorization])[] = [
  ['nothing', () => createAuthorization(nothing)],
  ['an adapter mapped to the API', (record) => createAuthorization({ ...nothing, map: mapped(record) })],
  ['deny_by_default', () => createAuthorization({ ...nothing, denyByDefault: true })],
  ['deny_by_default without adapters', () => createAuthorization({ ...nothing, adapters: [], denyByDefault: true })],
  [
    'rules that open some operations',
    (record) =>
      createAuthorization({
        ...nothing,
        map: mapped(record),
        rules: record.services.map(({ name }) => ({
          ...rule,
          api: record.name,
          service: name,
          collection: methods({ GET: false, POST: true }),
          entity: methods({ PUT: false, QUERY: false }),
          actions: methods({ GET: false }),
        })),
      }),
  ],
  [
    'rules that close some operations',
    (record) =>
      createAuthorization({
        ...nothing,
        rules: record.services.map(({ name }) => ({
          ...rule,
          api: record.name,
          service: name,
          collection: methods({ GET: false }, true),
          entity: methods({ GET: true, QUERY: true }),
        })),
      }),
  ],
];

const guest = { kind: 'guest', className: 'Platform\\MvcAuth\\Identity\\GuestIdentity' } as const;

function expected({ decide }: Authorization, service: Service): ReadonlyMap<string, boolean> {
  const { api } = service;
  return new Map(
    service.getAllOperations().map((operation) => {
      const { resource } = operation;
      const asked = {
        api: api.getName(),
        version: api.getVersion(),
        service: service.getName(),
        resource,
        method: operation.getHttpMethod(),
      };
      return [label(operation), decide(asked, guest) === 'allowed'];
    }),
  );
}

/**
 * Services with operations at this site, each under a method and path of its own: most formats have only the first
 * operation of a conflict.
 */
function servicesOf(api: Api): readonly Service[] {
  return api.getServices().filter((service) => {
    const places = service
      .getAllOperations()
      .map((operation) => `${operation.getHttpMethod()} ${operation.getPath().replaceAll(/\{[^{}]*\}/g, '{}')}`);
    return service.getKind() !== 'webhook' && places.length > 0 && new Set(places).size === places.length;
  });
}

/** Removes servers: tests/unit/presentation/access covers operations that another host serves. */
function servedHere(record: ApiRecord): ApiRecord {
  const here = (operations: readonly OperationRecord[]) => operations.map((one) => ({ ...one, servers: [] }));
  const services = record.services.map((one) => ({
    ...one,
    operations: here(one.operations),
    entityOperations: here(one.entityOperations),
  }));
  return { ...record, services, servers: [] };
}

describe.each(all.filter(({ levels }) => levels.includes('service')).map((format) => [format.name, format] as const))(
  '%s',
  (name, format) => {
    test.each(RULES)(
      'with %s says of every operation what is decided for guests, and tells 401 and 403 where it is closed',
      (_, rules) => {
        const read = READERS[name];
        if (read === undefined)
          throw new Error(
            `${name} has no row in READERS of tests/contracts/access.test.ts: add what it says of access.`,
          );
        for (const record of [richApi, hostileApi].map(servedHere)) {
          const authorization = rules(record);
          const api = new Api(record, { accessRule: authorization.access });
          for (const service of servicesOf(api)) {
            const document: Document = { level: 'service', api, service };
            const text = format.render?.(document, site) ?? '';
            const said = read(text, service);
            expect(new Map([...said].map(([operation, { open }]) => [operation, open])), service.getName()).toEqual(
              expected(authorization, service),
            );
            for (const [operation, { open, codes }] of said)
              if (!open) expect(codes, operation).toEqual(expect.arrayContaining(['401', '403']));
            expect(text).not.toMatch(/mallory|secretive/);
          }
        }
      },
    );
  },
);
