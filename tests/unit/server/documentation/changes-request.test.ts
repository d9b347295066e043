import { describe, expect, test } from 'vitest';
import { formats } from '../../../../src/formats/registry.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import type { DocumentationHandler, SiteAnswer } from '../../../../src/server/answers/contract.ts';
import { createDocumentationHandler } from '../../../../src/server/documentation/handler.ts';
import { memoKey } from '../../../../src/server/documentation/publication.ts';
import { documentsFor } from '../../../../src/server/mcp/documents.ts';
import { createLiveStore } from '../../../../src/store/live-store.ts';
import { SiteDocuments } from '../../../../src/store/site-documents.ts';
import { LoopTurns } from '../../../../src/threads/loop-turns.ts';
import { languageOf } from '../../../../src/words/languages.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const ROOT = '/platform/documentation';

/** Version 1 has `/a`, 2 `/a` and `/b`, 4 `/b`; each a part that is kept from readers. 3 is hidden. */
function thing(version: number, paths: readonly string[], isHidden = false): ApiRecord {
  return apiRecord({
    name: 'Thing',
    version,
    info: { title: 'Things', version: '1', ...(isHidden && { 'x-internal': true }) },
    services: [
      service('Thing', {
        operations: [
          ...paths.map((path) => operation('GET', path, { summary: `List ${path}` })),
          operation('POST', `/secret/${version}`, { summary: 'Secret', extensions: { 'x-internal': true } }),
        ],
      }),
    ],
  });
}

const records = [thing(1, ['/a']), thing(2, ['/a', '/b']), thing(3, ['/secret'], true), thing(4, ['/b'])];
const languages = (['en', 'de'] as const).map((tag) =>
  languageOf(tag, {}, { isDefault: tag === 'en', isAlone: false }),
);
const site = { title: 'APIs', baseUrl: '', languages };
const documents = new SiteDocuments(records, { site, formats, development: false });
const store = createLiveStore(documents, formats);
const handle: DocumentationHandler = createDocumentationHandler({ store: () => store, formats });

async function ask(path: string, accept: string): Promise<SiteAnswer> {
  const answer = await handle({
    method: 'GET',
    target: ROOT + path,
    accept,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
  });
  if (answer === null) throw new Error(`${path} is no documentation.`);
  return answer;
}

async function json(path: string): Promise<unknown> {
  const answer = await ask(path, 'application/json');
  return answer.kind === 'bytes' ? JSON.parse(Buffer.from(answer.body ?? []).toString()) : answer.page;
}

function field(answer: SiteAnswer, name: string): string | undefined {
  const at = answer.headers.indexOf(name);
  return at === -1 ? undefined : answer.headers[at + 1];
}

describe('changes between two versions that a query names', () => {
  test.each([
    // path and query, versions, Content-Location
    ['/Thing/changes?from=1&to=4', [1, 4], '/Thing/changes.json?from=1&to=4'],
    ['/Thing/changes.json?from=1&to=4', [1, 4], '/Thing/changes.json?from=1&to=4'],
    ['/Thing/changes?to=4&from=1&utm=x', [1, 4], '/Thing/changes.json?from=1&to=4'],
    ['/Thing/changes?from=1', [1, 4], '/Thing/changes.json?from=1&to=4'],
    ['/Thing-v4/changes?from=1', [1, 4], '/Thing/changes.json?from=1&to=4'],
    ['/Thing-v4/changes?from=1&to=4', [1, 4], '/Thing/changes.json?from=1&to=4'],
    // Neighbours among what readers see have one address, whichever way they are asked for.
    ['/Thing/changes?from=2&to=4', [2, 4], '/Thing-v4/changes.json'],
    ['/Thing/changes?to=2', [1, 2], '/Thing-v2/changes.json'],
    ['/Thing/changes?FROM=1', [2, 4], '/Thing-v4/changes.json'],
    ['/Thing/changes?%66rom=1', [2, 4], '/Thing-v4/changes.json'],
  ])('%s: %j at %s', async (path, [before, after], location) => {
    expect(await json(path)).toMatchObject({ name: 'Thing', before, after });
    expect(field(await ask(path, 'application/json'), 'Content-Location')).toBe(ROOT + location);
  });

  test.each([
    ['/Thing/changes?from=1&to=9', 404, /no version “9”/, 'Thing-v4/changes'],
    ['/Thing/changes?from=3&to=4', 404, /no version “3”/, 'Thing-v4/changes'],
    ['/Thing/changes?from=2&to=2', 400, /same/, 'Thing-v4/changes'],
    ['/Thing/changes?from=4&to=1', 400, /newer of the two/, 'Thing/changes?from=1&to=4'],
    ['/Thing/changes?from=1&from=2&to=4', 400, /“from” more than once/, 'Thing-v4/changes'],
    ['/Thing/changes?from=1&to=4&to=4', 400, /“to” more than once/, 'Thing-v4/changes'],
    ['/Thing/changes?from=&to=4', 400, /“from=” is not a version/, 'Thing-v4/changes'],
    ['/Thing/changes?from=01&to=4', 400, /“from=01” is not a version/, 'Thing-v4/changes'],
    ['/Thing/changes?from=1e0&to=4', 400, /is not a version/, 'Thing-v4/changes'],
    [`/Thing/changes?from=${'9'.repeat(400)}`, 400, /“from=9{20}” is not a version/, 'Thing-v4/changes'],
    ['/Thing/changes?to=1', 404, /no version before version 1/, 'Thing-v4/changes'],
    ['/Thing-v1/changes', 404, /^There is no version before version 1\.$/, 'Thing-v4/changes'],
    ['/Thing-v4/changes?from=1&to=2', 400, /path is that of version 4/, 'Thing-v4/changes'],
  ])('%s: %i', async (path, status, detail, instead) => {
    expect(await json(path)).toMatchObject({ status, detail: expect.stringMatching(detail) });
    expect(await json(path)).toMatchObject({
      similar: expect.arrayContaining([expect.objectContaining({ url: `${ROOT}/${instead}` })]),
    });
  });

  test('a page leads to pages in its language', async () => {
    const answer = await ask('/Thing/changes.de.html?from=4&to=1', 'text/html');
    if (answer.kind !== 'page' || answer.page.kind !== 'problem') throw new Error('A page was expected.');
    expect([answer.status, answer.page.problem.suggestions, answer.page.problem.detail]).toEqual([
      400,
      [{ title: 'Thing v1 → v4', path: `${ROOT}/Thing/changes.de.html?from=1&to=4` }],
      '„from“ nennt die neuere der beiden Versionen. Dort muss die ältere stehen.',
    ]);
  });

  test('contain nothing of what readers do not see, in any format', async () => {
    for (const extension of formats.filter(({ levels }) => (levels as readonly string[]).includes('changes'))) {
      const answer = await ask(`/Thing/changes${extension.extension}?from=1&to=4`, '*/*');
      const said =
        answer.kind === 'bytes'
          ? Buffer.from(answer.body ?? []).toString()
          : JSON.stringify(answer.page.kind === 'document' && answer.page.versions);
      expect(said).not.toMatch(/secret/i);
      expect(said).not.toContain('Thing-v3');
    }
  });

  test('vary like every document, and lead to the same changes in other formats', async () => {
    const answer = await ask('/Thing/changes?from=1&to=4', 'application/json');
    expect(field(answer, 'Vary')).toBe('Accept, Accept-Encoding');
    expect(field(answer, 'Link')).toContain('<changes.md?from=1&to=4>; rel="alternate"; type="text/markdown"');
  });

  test('have a page whose versions and alternates are those of the changes', async () => {
    const answer = await ask('/Thing/changes?from=1&to=4', 'text/html');
    if (answer.kind !== 'page' || answer.page.kind !== 'document') throw new Error('A page was expected.');
    expect(answer.page.versions.map(({ path, present }) => [path, present])).toEqual([
      [`${ROOT}/Thing-v1.html`, false],
      [`${ROOT}/Thing-v2/changes.html`, true],
      [`${ROOT}/Thing-v4/changes.html`, true],
    ]);
    expect(answer.page.alternates.map(({ path }) => path)).toContain(`${ROOT}/Thing/changes.json?from=1&to=4`);
    expect(answer.page.languages?.map(({ path }) => path)).toEqual([
      `${ROOT}/Thing/changes.html?from=1&to=4`,
      `${ROOT}/Thing/changes.de.html?from=1&to=4`,
    ]);
  });

  test('are not remembered under the address without a query', () => {
    const request = { method: 'GET', accept: '*/*', acceptEncoding: undefined, ifNoneMatch: undefined };
    const key = (query: string) => memoKey({ ...request, target: `${ROOT}/Thing/changes${query}` }, false);
    expect([key('?from=1'), key('?x=1&to=2')]).toEqual([undefined, undefined]);
    expect(key('?%66rom=1')).toEqual(key(''));
  });

  test('are read by programs of language models like every document', async () => {
    const { read } = documentsFor(handle, () => ({ client: '' }), new LoopTurns());
    expect(await read(`${ROOT}/Thing/changes.md?from=1&to=4`)).toMatchObject({ kind: 'document' });
  });
});
