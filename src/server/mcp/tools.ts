import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { enum as choice, int, strictObject, string } from 'zod/v4';
import {
  CHANGES_SEGMENT,
  DOCUMENTATION_ROOT,
  encodeSegment,
  FOLDERS,
  FROM_PARAMETER,
  SEARCH_EXTENSION,
  TO_PARAMETER,
} from '../../model/locations.ts';
import { parseExactJson } from '../../schema/exact-number.ts';
import { isRecord } from '../../schema/json-values.ts';
import { contentsOf } from '../../search/contents.ts';
import { RESULT_KINDS } from '../../search/entry.ts';
import { LONGEST_QUESTION } from '../../search/search.ts';
import { Shard } from '../../search/shard.ts';
import type { Documents } from './documents.ts';
import { operationDocument } from './operation-document.ts';
import { documentAnswer, failure, jsonAnswer, refusal } from './tool-answers.ts';

/** Path extensions, by the name of the format in tool arguments. */
const EXTENSIONS = {
  markdown: '.md',
  openapi: '.openapi.json',
  json: '.json',
  'json-schema': '.schema.json',
} as const;
const SERVICES_ON_A_PAGE = 100;
/** Maximum size of a document to parse: parsing more would delay other requests. */
const MOST_PARSED_BYTES = 4 * 1024 * 1024;

const NOTHING_OLDER = 'The API has no version before this one, so that there is nothing to compare it with.';

/** Maximum length of names in arguments; names in the documentation are shorter. */
const MOST_NAME_CHARACTERS = 500;
const MOST_PARTS = 100_000;
/** Largest version number, with as many digits as paths accept. */
const LARGEST_VERSION = 999_999_999_999_999;

const text = (description: string, most = MOST_NAME_CHARACTERS) => string().regex(/\S/).max(most).describe(description);
const count = (description: string) => int().min(1).max(MOST_PARTS).default(1).describe(description);
const version = (description: string) => int().min(1).max(LARGEST_VERSION).optional().describe(description);

const API = text('Name of the API, with its version where that is not the default one: Library or Library-v2.');
const SERVICE = text('Name of the service, as search and list have it.');
const PART = count('Number of the part of a long answer, from 1.');

const ARGUMENTS = {
  search: strictObject({
    query: text('Names, paths or words.', LONGEST_QUESTION),
    api: API.optional(),
    kind: choice(RESULT_KINDS).optional().describe('Only results of this kind.'),
    page: count('From 1; a page has 20 results.'),
    part: PART,
  }),
  list: strictObject({
    api: API.optional(),
    page: count(`Of one API, from 1; a page has ${SERVICES_ON_A_PAGE} services.`),
    part: PART,
  }),
  service: strictObject({
    api: API,
    service: SERVICE,
    format: choice(['markdown', 'openapi', 'json']).default('markdown'),
    part: PART,
  }),
  operation: strictObject({
    api: API,
    service: SERVICE,
    operation: text('Method and path, such as GET /book/{book_id}, method and name of a webhook, or the operationId.'),
    part: PART,
  }),
  schema: strictObject({
    api: API,
    schema: text('Name of the schema, as search has it.'),
    format: choice(['markdown', 'json-schema']).default('markdown'),
    part: PART,
  }),
  guide: strictObject({ api: API, guide: text('Name of the guide, as search and list have it.'), part: PART }),
  changes: strictObject({
    api: API,
    [FROM_PARAMETER]: version('The older version; the one before the newer where it is left out.'),
    [TO_PARAMETER]: version('The newer version; that of the API where it is left out.'),
    part: PART,
  }),
};

/** Describes a tool for clients. All tools are read-only. */
const described = (title: string, description: string) => ({
  title,
  description,
  annotations: { title, readOnlyHint: true, openWorldHint: false },
});

/**
 * Registers the tools that a model can call. The SDK lists the tools, checks arguments and refuses unknown arguments.
 * @param guarded turns a bug into an error without details
 */
export function registerTools(
  server: McpServer,
  documents: Documents,
  guarded: (answer: Promise<CallToolResult>) => Promise<CallToolResult>,
): void {
  server.registerTool(
    'search',
    {
      ...described(
        'Search',
        'Finds services, operations, webhooks, paths, operationIds, parameters, fields, allowed values, headers, ' +
          'responses, schemas, guides and log-ins of all APIs, or of one. All words of the query have to be ' +
          'there; one typo is forgiven.',
      ),
      inputSchema: ARGUMENTS.search,
    },
    ({ query, api, kind, page, part }) => {
      const asked = new URLSearchParams({ q: query, page: String(page), ...(kind === undefined ? {} : { kind }) });
      return guarded(json(documents, `${api === undefined ? DOCUMENTATION_ROOT : pathTo(api)}.json?${asked}`, part));
    },
  );
  server.registerTool(
    'list',
    {
      ...described(
        'List APIs, or what one has',
        'Without an API: all APIs with their versions. With one: its services with their operations, and its guides, ' +
          'by title and by the name that the other tools want.',
      ),
      inputSchema: ARGUMENTS.list,
    },
    ({ api, page, part }) =>
      guarded(
        api === undefined ? json(documents, `${DOCUMENTATION_ROOT}.json`, part) : contents(documents, api, page, part),
      ),
  );
  server.registerTool(
    'read_service',
    {
      ...described('Read a service', 'A service with all its operations, their parameters, bodies and responses.'),
      inputSchema: ARGUMENTS.service,
    },
    ({ api, service, format, part }) => guarded(read(documents, pathTo(api, service) + EXTENSIONS[format], part)),
  );
  server.registerTool(
    'read_operation',
    {
      ...described(
        'Read an operation',
        'What is needed to call one operation, as an OpenAPI document with nothing else in it: address, log-in, ' +
          'parameters, body, responses, and the schemas that these use. Of very many schemas the nearest ones are there.',
      ),
      inputSchema: ARGUMENTS.operation,
    },
    ({ api, service, operation, part }) =>
      guarded(readOperation(documents, pathTo(api, service) + EXTENSIONS.openapi, operation, part)),
  );
  server.registerTool(
    'read_schema',
    {
      ...described('Read a schema', 'A named schema: its fields with their types and rules.'),
      inputSchema: ARGUMENTS.schema,
    },
    ({ api, schema, format, part }) =>
      guarded(read(documents, pathTo(api, FOLDERS.schema, schema) + EXTENSIONS[format], part)),
  );
  server.registerTool(
    'read_guide',
    {
      ...described('Read a guide', 'A text about an API as a whole, such as how to begin or how to read long lists.'),
      inputSchema: ARGUMENTS.guide,
    },
    ({ api, guide, part }) => guarded(read(documents, pathTo(api, FOLDERS.guide, guide) + EXTENSIONS.markdown, part)),
  );
  server.registerTool(
    'changes',
    {
      ...described(
        'What changed',
        'What separates a version of an API from the one before it, or from any older one: what breaks programs that ' +
          'use it, what is new, and what is only said otherwise.',
      ),
      inputSchema: ARGUMENTS.changes,
    },
    ({ api, part, ...versions }) => guarded(readChanges(documents, pathTo(api), versions, part)),
  );
}

async function contents(documents: Documents, api: string, page: number, part: number): Promise<CallToolResult> {
  const shard = await documents.read(pathTo(api) + SEARCH_EXTENSION);
  return shard.kind === 'refused' ? refusal(shard) : jsonAnswer(contentsPage(shard.body, page), part);
}

async function readOperation(
  documents: Documents,
  target: string,
  operation: string,
  part: number,
): Promise<CallToolResult> {
  const service = await documents.read(target);
  if (service.kind === 'refused') return refusal(service);
  if (service.body.byteLength > MOST_PARSED_BYTES)
    return failure('The service is too large to take an operation out of it. Read the service, part by part.');
  const found = operationDocument(parsed(service.body), operation);
  return found.kind === 'document'
    ? documentAnswer(JSON.stringify(found.document), part, farSchemas(found.leftOut))
    : failure(`The service has no such operation. It has: ${found.names.join(', ')}.`);
}

async function readChanges(
  documents: Documents,
  api: string,
  versions: Readonly<Record<string, number | undefined>>,
  part: number,
): Promise<CallToolResult> {
  const given = Object.entries(versions).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  const changes = await read(documents, `${api}/${CHANGES_SEGMENT}${EXTENSIONS.markdown}${query}`, part, query === '');
  if (changes.isError !== true || query !== '') return changes;
  const described = await documents.read(api + SEARCH_EXTENSION);
  return described.kind === 'refused' ? refusal(described) : failure(NOTHING_OLDER);
}

/** Returns a remark for the model about schemas that the document refers to but does not contain. */
function farSchemas(count: number): readonly string[] {
  return count === 0 ? [] : [`Schemas that are referred to and not here: ${count}. read_schema has them by name.`];
}

/** Builds a documentation path. @param names names of an API and of one of its parts, not encoded */
function pathTo(...names: readonly string[]): string {
  return [DOCUMENTATION_ROOT, ...names.map(encodeSegment)].join('/');
}

/** @param isByName whether a 404 means a wrong name, so that the answer says where names are listed */
async function read(documents: Documents, target: string, part: number, isByName = true): Promise<CallToolResult> {
  const document = await documents.read(target);
  return document.kind === 'refused' ? refusal(document, isByName) : documentAnswer(document.body, part);
}

async function json(documents: Documents, target: string, part: number): Promise<CallToolResult> {
  const document = await documents.read(target);
  return document.kind === 'refused' ? refusal(document) : jsonAnswer(parsed(document.body), part);
}

/** Parses a document; the list of APIs becomes a member, because the answer of a tool must be an object. */
function parsed(body: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parseExactJson(new TextDecoder().decode(body));
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
