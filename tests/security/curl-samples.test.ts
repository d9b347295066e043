import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '../../src/model/api.ts';
import type { ParameterObject } from '../../src/model/openapi-objects.ts';
import type { OperationRecord } from '../../src/model/records.ts';
import type { JsonSchema } from '../../src/model/schema/schema.ts';
import { curlOf } from '../../src/presentation/samples/operation-request.ts';
import { apiRecord, operation, service } from '../fixtures/model/rich-api.ts';
import { HOSTILE_VALUES as VALUES } from '../fixtures/samples/hostile-values.ts';

/** What arrived at the server. */
interface Arrival {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Of a multipart or URL-encoded body, as a server reads it. */
  readonly fields: readonly (readonly [name: string, value: string])[] | null;
}

/** A place of a descriptor that reaches a sample, and what arrives of a value there. */
interface Place {
  readonly name: string;
  record(path: string, value: string): OperationRecord;
  arrived(arrival: Arrival): unknown;
  /** What has to arrive where the value cannot stand in a command. */
  readonly instead: unknown;
  /** What a server makes of the value; the value itself where it is absent. */
  readonly reads?: (value: string) => unknown;
  readonly cannotStand?: RegExp;
}

const SECRET = 'the secret of the reader';
const BODY = 'the body file of the reader';
const FILE = 'the file of the reader';
const CONTROL = /[^\P{Cc}\n\t]/u;
const SHELLS = ['sh', 'bash', 'zsh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

const fieldsOf = ({ fields }: Arrival) => fields;
const form = (path: string, mediaType: string, properties: Readonly<Record<string, JsonSchema>>) =>
  operation('POST', path, {
    requestBody: {
      content: { [mediaType]: { schema: { type: 'object', required: Object.keys(properties), properties } } },
    },
  });
const parameter = (path: string, rest: Partial<ParameterObject>) =>
  operation('GET', path, {
    parameters: [{ name: 'x-a', in: 'query', required: true, schema: { type: 'string' }, ...rest }],
  });
const headerOf = (name: string) => (arrival: Arrival) =>
  arrival.headers.find((field) => field[0].toLowerCase() === name)?.[1];
const withoutBlanks = (value: string) => value.replaceAll(/^[ \t]+|[ \t]+$/g, '');

const PLACES: readonly Place[] = [
  ...['example', 'default'].map((keyword) => ({
    name: `${keyword} of a part`,
    record: (path: string, value: string) =>
      form(path, 'multipart/form-data', {
        a: keyword === 'example' ? { type: 'string', examples: [value] } : { [keyword]: value },
      }),
    arrived: fieldsOf,
    instead: [['a', 'A']],
    reads: (value: string) => [['a', value.replaceAll(/\r?\n/g, '\n')]],
  })),
  {
    name: 'name of a part',
    record: (path, value) => form(path, 'multipart/form-data', { [value]: { type: 'string', const: 'v' } }),
    arrived: ({ fields, body }) => fields ?? body,
    instead: BODY,
    reads: (value) => [[value, 'v']],
    cannotStand: /^$|=|\p{Cc}/u,
  },
  {
    name: 'name of a part that is a file',
    record: (path, value) => form(path, 'multipart/form-data', { [value]: { type: 'string', format: 'binary' } }),
    arrived: ({ fields, body }) => fields ?? body,
    instead: BODY,
    reads: (value) => [[value, FILE]],
    cannotStand: /^$|=|\p{Cc}/u,
  },
  {
    name: 'value of a form',
    record: (path, value) => form(path, 'application/x-www-form-urlencoded', { a: { const: value } }),
    arrived: fieldsOf,
    instead: null,
    reads: (value) => [['a', value]],
    cannotStand: /[^\s\S]/,
  },
  {
    name: 'name in a form',
    record: (path, value) => form(path, 'application/x-www-form-urlencoded', { [value]: { const: 'v' } }),
    arrived: fieldsOf,
    instead: null,
    reads: (value) => [[value, 'v']],
    cannotStand: /[^\s\S]/,
  },
  {
    name: 'name of a file in a form',
    record: (path, value) =>
      form(path, 'application/x-www-form-urlencoded', { [`n${value}`]: { type: 'string', format: 'binary' } }),
    arrived: fieldsOf,
    instead: null,
    reads: (value) => [[`n${value}`, FILE]],
    cannotStand: /[^\s\S]/,
  },
  {
    name: 'body',
    record: (path, value) =>
      operation('PUT', path, { requestBody: { content: { 'text/x-any': { example: `${value}.` } } } }),
    arrived: ({ body }) => body,
    instead: BODY,
    reads: (value) => `${value}.`,
    // What looks like JSON is none as text of another type.
    cannotStand: /[^\P{Cc}\n\t]|^\s*[{[]/u,
  },
  {
    name: 'JSON body',
    record: (path, value) =>
      operation('POST', path, { requestBody: { content: { 'application/json': { example: [value] } } } }),
    arrived: ({ body }) => body,
    instead: BODY,
    reads: (value) => JSON.stringify([value], null, 2),
    cannotStand: /[\x7f-\x9f]/,
  },
  {
    name: 'header value',
    record: (path, value) => parameter(path, { in: 'header', example: value }),
    arrived: headerOf('x-a'),
    instead: 'X-A',
    reads: withoutBlanks,
    cannotStand: /[^\P{Cc}\t]/u,
  },
  {
    name: 'header name',
    record: (path, value) => parameter(path, { name: `@${value}`, in: 'header', example: 'v' }),
    arrived: ({ headers }) => headers.filter(([name]) => !/^(host|user-agent|accept)$/i.test(name)),
    instead: [],
    cannotStand: /^/,
  },
  {
    name: 'media type',
    record: (path, value) =>
      operation('GET', path, { responses: { '200': { description: '', content: { [`@${value}`]: {} } } } }),
    arrived: headerOf('accept'),
    instead: 'ACCEPT',
    reads: (value) => withoutBlanks(`@${value}`),
    cannotStand: /[^\P{Cc}\t]/u,
  },
  {
    name: 'query value',
    record: (path, value) => parameter(path, { example: value }),
    arrived: ({ target }) => [...new URL(target, 'http://x').searchParams],
    instead: null,
    reads: (value) => [['x-a', value]],
    cannotStand: /[^\s\S]/,
  },
  {
    name: 'query name',
    record: (path, value) => parameter(path, { name: `n${value}`, example: 'v' }),
    arrived: ({ target }) => [...new URL(target, 'http://x').searchParams],
    instead: null,
    reads: (value) => [[`n${value}`, 'v']],
    cannotStand: /[^\s\S]/,
  },
  {
    name: 'path value',
    record: (path, value) => parameter(`${path}/{x-a}/end`, { in: 'path', example: value }),
    arrived: ({ target }) => decodeURIComponent(target.slice(target.indexOf('/', 1) + 1, -'/end'.length)),
    instead: null,
    cannotStand: /[^\s\S]/,
  },
];

let folder: string;
let origin: string;
const arrivals = new Map<string, Arrival>();
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { method = '', url: target = '', rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, Buffer.from(rawHeaders[at + 1] ?? '', 'latin1').toString()] as const] : [],
  );
  const type = request.headers['content-type'] ?? '';
  const isForm = /boundary=|urlencoded/.test(type);
  const read = isForm ? await new Response(body, { headers: { 'Content-Type': type } }).formData() : null;
  const fields =
    read === null
      ? null
      : await Promise.all(
          [...read].map(
            async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()] as const,
          ),
        );
  arrivals.set(target.split(/[/?]/)[1] ?? '', { method, target, headers, body: body.toString(), fields });
  response.writeHead(204).end();
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  folder = mkdtempSync(join(tmpdir(), 'curl-samples-'));
  const files = {
    FILE,
    body: BODY,
    'secret.txt': SECRET,
    '.curlrc': 'silent\nshow-error\nnoproxy = "*"\nmax-time = 10\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function sampleOf(record: OperationRecord): string | null {
  const api = new Api(apiRecord({ services: [service('Thing', { operations: [record] })] }));
  const [found] = api.getService('Thing')?.getOperations() ?? [];
  return found === undefined ? null : curlOf(found, origin);
}

/** Runs all samples as a reader would who pastes them one after the other; what they print is nothing of interest. */
async function paste(samples: readonly string[], shell: string): Promise<void> {
  arrivals.clear();
  const script = join(folder, 'script');
  writeFileSync(script, `exec </dev/null\n${samples.join('\n')}\n`);
  await promisify(execFile)(shell, [script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    maxBuffer: 1e8,
    timeout: 90_000,
  });
}

function expected(place: Place, value: string): unknown {
  return (place.cannotStand ?? CONTROL).test(value) ? place.instead : (place.reads?.(value) ?? value);
}

async function arrivedOf(cases: readonly (readonly [Place, string])[], shell: string) {
  const samples = cases.map(([place, value], at) => sampleOf(place.record(`/c${at}`, value)) ?? '');
  await paste(samples, shell);
  return cases.map(([place, value], at) => {
    const arrival = arrivals.get(`c${at}`);
    return {
      place: place.name,
      value,
      sample: samples[at],
      arrived: arrival === undefined ? 'nothing' : place.arrived(arrival),
    };
  });
}

describe.skipIf(!hasCurl)(
  'curl samples send what the descriptor says (skipped where it is not installed: curl)',
  { timeout: 120_000 },
  () => {
    test.each(PLACES.map((place) => [place.name, place] as const))('%s', async (_, place) => {
      const results = await arrivedOf(
        VALUES.map((value) => [place, value] as const),
        'sh',
      );
      for (const [at, result] of results.entries())
        expect(result).toEqual({ ...result, arrived: expected(place, VALUES[at] ?? '') });
      expect(JSON.stringify([...arrivals])).not.toContain(SECRET);
    });

    test.each(SHELLS)('in %s, for values of any characters', async (shell) => {
      const text = fc.array(fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'grapheme', maxLength: 4 })), {
        maxLength: 4,
      });
      const cases = fc.sample(fc.tuple(fc.constantFrom(...PLACES), text), { seed: 9, numRuns: 150 });
      const results = await arrivedOf(
        cases.map(([place, parts]) => [place, parts.join('').toWellFormed()] as const),
        shell,
      );
      for (const [at, result] of results.entries()) {
        const [place] = cases[at] ?? [];
        expect(result).toEqual({ ...result, arrived: place && expected(place, result.value) });
      }
      expect(JSON.stringify([...arrivals])).not.toContain(SECRET);
    });
  },
);
