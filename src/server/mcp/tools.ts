import {
  type CallToolResult,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import {
  CHANGES_SEGMENT,
  DOCUMENTATION_ROOT,
  encodeSegment,
  FOLDERS,
  FROM_PARAMETER,
  SEARCH_EXTENSION,
  TO_PARAMETER,
} from '../../model/locations.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { contentsOf } from '../../search/contents.ts';
import { RESULT_KINDS } from '../../search/entry.ts';
import { LONGEST_QUESTION } from '../../search/search.ts';
import { Shard } from '../../search/shard.ts';
import type { Documents } from './documents.ts';
import { operationDocument } from './operation-document.ts';
import { documentAnswer, failure, jsonAnswer, refusal } from './tool-answers.ts';
import {
  type Arguments,
  choice,
  count,
  readArguments,
  schemaOf,
  type ToolParameters,
  text,
  version,
} from './tool-arguments.ts';

/** A tool that a model can call. */
interface Tool {
  readonly title: string;
  readonly description: string;
  readonly parameters: ToolParameters;
  call(given: Arguments, documents: Documents): Promise<CallToolResult>;
}

/** Keys are formats that models ask for; values are the extensions of the addresses with the same content. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  markdown: '.md',
  openapi: '.openapi.json',
  json: '.json',
  'json-schema': '.schema.json',
};
const SERVICES_ON_A_PAGE = 100;
/** Parsing more would keep other requests waiting. */
const MOST_PARSED_BYTES = 4 * 1024 * 1024;

const NOTHING_OLDER = 'The API has no version before this one, so that there is nothing to compare it with.';

const API = text('Name of the API, with its version where that is not the default one: Library or Library-v2.');
const SERVICE = text('Name of the service, as search and list have it.');
const PART = count('Which part of what is too long for one answer, from 1.');

const TOOLS: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  [
    'search',
    {
      title: 'Search',
      description:
        'Finds services, operations, webhooks, paths, operationIds, parameters, fields, allowed values, headers, ' +
        'responses, schemas, guides and log-ins of all APIs, or of one. All words of the query have to be ' +
        'there; one typo is forgiven.',
      parameters: {
        query: text('Names, paths or words.', LONGEST_QUESTION),
        'api?': API,
        'kind?': choice(RESULT_KINDS, 'Only results of this kind.'),
        'page?': count('From 1; a page has 20 results.'),
        'part?': PART,
      },
      async call(given, documents) {
        const asked = new URLSearchParams({ q: given.text('query'), page: String(given.count('page')) });
        if (given.has('kind')) asked.set('kind', given.text('kind'));
        return json(
          documents,
          given,
          `${given.has('api') ? pathTo(given.text('api')) : DOCUMENTATION_ROOT}.json?${asked}`,
        );
      },
    },
  ],
  [
    'list',
    {
      title: 'List APIs, or what one has',
      description:
        'Without an API: all APIs with their versions. With one: its services with their operations, and its guides, ' +
        'by title and by the name that the other tools want.',
      parameters: {
        'api?': API,
        'page?': count(`Of one API, from 1; a page has ${SERVICES_ON_A_PAGE} services.`),
        'part?': PART,
      },
      async call(given, documents) {
        if (!given.has('api')) return json(documents, given, `${DOCUMENTATION_ROOT}.json`);
        const read = await documents.read(pathTo(given.text('api')) + SEARCH_EXTENSION);
        if (read.kind === 'refused') return refusal(read);
        return jsonAnswer(contentsPage(read.body, given.count('page')), given.count('part'));
      },
    },
  ],
  [
    'read_service',
    {
      title: 'Read a service',
      description: 'A service with all its operations, their parameters, bodies and responses.',
      parameters: {
        api: API,
        service: SERVICE,
        'format?': choice(['markdown', 'openapi', 'json'], 'markdown where it is left out.'),
        'part?': PART,
      },
      call: (given, documents) => read(documents, given, pathTo(given.text('api'), given.text('service'))),
    },
  ],
  [
    'read_operation',
    {
      title: 'Read an operation',
      description:
        'What is needed to call one operation, as an OpenAPI document with nothing else in it: address, log-in, ' +
        'parameters, body, responses, and the schemas that these use. Of very many schemas the nearest ones are there.',
      parameters: {
        api: API,
        service: SERVICE,
        operation: text(
          'Method and path, such as GET /book/{book_id}, method and name of a webhook, or the operationId.',
        ),
        'part?': PART,
      },
      async call(given, documents) {
        const path = pathTo(given.text('api'), given.text('service'));
        const service = await documents.read(path + EXTENSIONS['openapi']);
        if (service.kind === 'refused') return refusal(service);
        if (service.body.byteLength > MOST_PARSED_BYTES)
          return failure('The service is too large to take an operation out of it. Read the service, part by part.');
        const found = operationDocument(parsed(service.body), given.text('operation'));
        return found.kind === 'document'
          ? documentAnswer(JSON.stringify(found.document), given.count('part'), farSchemas(found.leftOut))
          : failure(`The service has no such operation. It has: ${found.names.join(', ')}.`);
      },
    },
  ],
  [
    'read_schema',
    {
      title: 'Read a schema',
      description: 'A named schema: its fields with their types and rules.',
      parameters: {
        api: API,
        schema: text('Name of the schema, as search has it.'),
        'format?': choice(['markdown', 'json-schema'], 'markdown where it is left out.'),
        'part?': PART,
      },
      call: (given, documents) =>
        read(documents, given, pathTo(given.text('api'), FOLDERS.schema, given.text('schema'))),
    },
  ],
  [
    'read_guide',
    {
      title: 'Read a guide',
      description: 'A text about an API as a whole, such as how to begin or how to read long lists.',
      parameters: { api: API, guide: text('Name of the guide, as search and list have it.'), 'part?': PART },
      call: (given, documents) => read(documents, given, pathTo(given.text('api'), FOLDERS.guide, given.text('guide'))),
    },
  ],
  [
    'changes',
    {
      title: 'What changed',
      description:
        'What separates a version of an API from the one before it, or from any older one: what breaks programs that ' +
        'use it, what is new, and what is only said otherwise.',
      parameters: {
        api: API,
        [`${FROM_PARAMETER}?`]: version('The older version; the one before the newer where it is left out.'),
        [`${TO_PARAMETER}?`]: version('The newer version; that of the API where it is left out.'),
        'part?': PART,
      },
      async call(given, documents) {
        const api = pathTo(given.text('api'));
        const versions = given.query([FROM_PARAMETER, TO_PARAMETER]);
        const changes = await read(documents, given, `${api}/${CHANGES_SEGMENT}`, versions);
        if (changes.isError !== true || versions !== '') return changes;
        const described = await documents.read(api + SEARCH_EXTENSION);
        return described.kind === 'refused' ? refusal(described) : failure(NOTHING_OLDER);
      },
    },
  ],
]);

/** Tools as clients get them. None changes anything. */
export function listedTools(): readonly ListedTool[] {
  return [...TOOLS].map(([name, { title, description, parameters }]) => ({
    name,
    title,
    description,
    inputSchema: schemaOf(parameters),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  }));
}

/** @throws {@link ProtocolError} where there is no such tool */
export async function callTool(
  name: string,
  given: Readonly<Record<string, unknown>>,
  documents: Documents,
): Promise<CallToolResult> {
  const tool = TOOLS.get(name);
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
  const read = readArguments(tool.parameters, given);
  return typeof read === 'string' ? failure(read) : tool.call(read, documents);
}

/** Advice to a model about references to schemas that are not in the document. */
function farSchemas(count: number): readonly string[] {
  return count === 0 ? [] : [`Schemas that are referred to and not here: ${count}. read_schema has them by name.`];
}

/** @param names name of an API and of its parts, not encoded */
function pathTo(...names: readonly string[]): string {
  return [DOCUMENTATION_ROOT, ...names.map(encodeSegment)].join('/');
}

/** @param query with its question mark, '' for none */
async function read(documents: Documents, given: Arguments, path: string, query = ''): Promise<CallToolResult> {
  const document = await documents.read(path + EXTENSIONS[given.text('format') || 'markdown'] + query);
  return document.kind === 'refused'
    ? refusal(document, query === '')
    : documentAnswer(document.body, given.count('part'));
}

async function json(documents: Documents, given: Arguments, target: string): Promise<CallToolResult> {
  const document = await documents.read(target);
  if (document.kind === 'refused') return refusal(document);
  return jsonAnswer(parsed(document.body), given.count('part'));
}

/** The list of APIs is a list, which no answer of a tool can be. */
function parsed(body: Uint8Array): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(new TextDecoder().decode(body));
  return isRecord(value) ? value : { apis: value };
}

function contentsPage(shard: Uint8Array, page: number): Readonly<Record<string, unknown>> {
  const { services, guides, serviceCount } = contentsOf(
    new Shard(shard),
    (page - 1) * SERVICES_ON_A_PAGE,
    SERVICES_ON_A_PAGE,
  );
  return {
    services: services.map(({ name, title, kind, operations }) => ({
      service: name,
      title,
      ...(kind === 'webhook' ? { kind } : {}),
      operations: operations.map((one) => ({
        operation: `${one.method} ${one.webhook ?? one.path}`.trim(),
        title: one.title,
      })),
    })),
    guides: guides.map(({ name, title }) => ({ guide: name, title })),
    page,
    pages: Math.max(1, Math.ceil(serviceCount / SERVICES_ON_A_PAGE)),
  };
}
