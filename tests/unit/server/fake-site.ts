import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Format } from '../../../src/formats/contract.ts';
import { type DocumentReference, documentPath, type Level } from '../../../src/model/locations.ts';
import type { ApiListEntry } from '../../../src/model/records.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';
import type {
  ContentCoding,
  DocumentationStore,
  Outline,
  Representation,
  StoredRepresentation,
} from '../../../src/store/contract.ts';

const EVERY_LEVEL = ['list', 'api', 'service', 'group', 'schema-index', 'schema'] as const;

/** The documentation's table with formats that write next to nothing. */
export const formats: readonly Format[] = [
  format('html', '.html', ['text/html', 'application/xhtml+xml'], [], EVERY_LEVEL),
  format('json', '.json', ['application/json'], [], ['list', 'api', 'service']),
  format('swagger', '.swagger.json', ['application/vnd.swagger+json'], []),
  {
    ...format(
      'openapi',
      '.openapi.json',
      ['application/vnd.oai.openapi+json', 'application/openapi+json'],
      ['application/openapi+json'],
    ),
    spelledOut: ['application/vnd.oai.openapi+json;version=3.1', 'application/openapi+json;version=3.1'],
  },
  format('openapi-3.0', '.openapi-3.0.json', ['application/vnd.oai.openapi+json;version=3.0'], []),
  format(
    'openapi-yaml',
    '.openapi.yaml',
    ['application/vnd.oai.openapi', 'application/openapi+yaml', 'application/yaml'],
    ['application/openapi+yaml', 'application/yaml'],
  ),
  format(
    'openapi-yaml-3.0',
    '.openapi-3.0.yaml',
    ['application/vnd.oai.openapi;version=3.0', 'application/openapi+yaml;version=3.0'],
    ['application/openapi+yaml;version=3.0'],
  ),
  format(
    'openapi-yaml-3.2',
    '.openapi-3.2.yaml',
    ['application/vnd.oai.openapi;version=3.2', 'application/openapi+yaml;version=3.2'],
    ['application/openapi+yaml;version=3.2'],
  ),
  format('raml', '.raml', ['application/raml+yaml'], []),
  format('api-blueprint', '.apib', ['text/vnd.apiblueprint+markdown'], []),
  format('postman', '.postman.json', ['application/vnd.postman.collection+json'], []),
  format('markdown', '.md', ['text/markdown', 'text/plain'], ['text/plain'], ['list', 'api', 'service', 'schema']),
  format('json-schema', '.schema.json', ['application/schema+json'], [], ['schema']),
];

function format(
  name: string,
  extension: string,
  mediaTypes: readonly [string, ...string[]],
  sendableAliases: readonly string[],
  levels: readonly Level[] = ['api', 'service'],
): Format {
  return {
    name,
    title: name,
    viewModel: name,
    mediaTypes,
    sendableAliases,
    extension,
    levels,
    render: null,
    writtenAtBuild: true,
  };
}

export interface FakeSite {
  /** `Library` → version → names. */
  readonly apis: Readonly<Record<string, Readonly<Record<number, Partial<Outline>>>>>;
  readonly development?: boolean;
  readonly formerNames?: Readonly<Record<string, readonly string[]>>;
  /** Bodies, or representations too, come late. */
  readonly late?: 'bodies' | 'representations';
  /** Told of every body that is asked for. */
  readonly onBody?: (coding: ContentCoding) => void;
}

/** Contents of the sample descriptors; keys are names. */
export const SAMPLE_SITE: FakeSite = {
  apis: {
    Library: { 1: { services: new Set(['Author', 'Book']) }, 2: { services: new Set(['Book']) } },
    Orders: {
      1: { services: new Set(['orders']), groups: new Set(['Orders']), schemas: new Set(['Order', 'Orders']) },
    },
  },
};

/** A store in memory; the default version is the first. */
export function fakeStore({ apis, development = false, formerNames = {}, late, onBody }: FakeSite): DocumentationStore {
  const entries = Object.entries(apis).map(([name, byVersion]): ApiListEntry => {
    const versions = Object.keys(byVersion).map(Number);
    return {
      name,
      versions,
      defaultVersion: versions[0] ?? 1,
      title: name,
      summary: null,
      formerNames: formerNames[name] ?? [],
    };
  });
  const represent = (document: DocumentReference, formatName: string): Representation => {
    if (development && formatName === 'html') return { kind: 'page', page: pageOf(document) };
    return stored(textOf(document, formatName), { development, late: late === 'bodies', onBody });
  };
  return {
    site: { title: 'Example APIs', baseUrl: '' },
    entries: () => entries,
    outline(api, version) {
      const names = Object.hasOwn(apis, api) ? apis[api]?.[version] : undefined;
      const none = { services: new Set<string>(), groups: new Set<string>(), guides: new Set<string>() };
      return names && { ...none, schemas: new Set(), hasChanges: false, ...names };
    },
    navigation: async (api, version, language) => ({
      title: `${api} v${version}`,
      pages: [{ text: language ?? 'en', href: '#', isCurrent: false, count: null }],
      groups: [],
      foldedCount: 0,
      allGroups: null,
    }),
    searchShard: () => ({ kind: 'bytes', tag: 'shard', codings: ['identity'], body: () => writeShard([]) }),
    representation: (document, formatName) =>
      late === 'representations' ? Promise.resolve(represent(document, formatName)) : represent(document, formatName),
  };
}

function stored(
  text: string,
  { development, late, onBody }: { development: boolean; late: boolean; onBody: FakeSite['onBody'] },
): StoredRepresentation {
  return {
    kind: 'bytes',
    tag: development ? null : `tag-of-${Buffer.from(text).toString('base64url').slice(0, 200)}`,
    codings: development ? ['identity'] : ['identity', 'gzip', 'br'],
    body(coding) {
      onBody?.(coding);
      const bytes = encode(Buffer.from(text), coding);
      return late ? Promise.resolve(bytes) : bytes;
    },
  };
}

function encode(bytes: Buffer, coding: ContentCoding): Buffer {
  switch (coding) {
    case 'identity':
      return bytes;
    case 'gzip':
      return gzipSync(bytes);
    case 'br':
      return brotliCompressSync(bytes);
    default:
      return coding satisfies never;
  }
}

/** Enough of each format to tell them apart. */
function textOf(document: DocumentReference, formatName: string): string {
  if (formatName === 'html') return `<!doctype html><p>${documentPath(document)}</p>`;
  if (formatName !== 'json') return `${formatName} of ${documentPath(document)}`;
  if (document.level === 'list') return '[{"name":"Library","versions":[1,2]},{"name":"Orders","versions":[1]}]';
  if (document.level === 'api') return JSON.stringify({ name: document.api, version: document.version, services: [] });
  return JSON.stringify({ name: document.level === 'service' ? document.name : '', description: null });
}

function pageOf(document: DocumentReference): Extract<Representation, { kind: 'page' }>['page'] {
  const site = { title: 'Example APIs', baseUrl: '' };
  const problem = {
    status: 200,
    title: documentPath(document),
    detail: '',
    suggestions: [],
    available: [],
    allow: [],
    json: '{}',
  };
  return { kind: 'problem', site, problem };
}
