import { describe, expect, test } from 'vitest';
import { formats } from '../../../../src/formats/registry.ts';
import { linkPicture } from '../../../../src/presentation/link-picture.ts';
import { createDocumentationHandler } from '../../../../src/server/documentation/handler.ts';
import { createLiveStore } from '../../../../src/store/live-store.ts';
import { SiteDocuments } from '../../../../src/store/site-documents.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const ROOT = '/platform/documentation';

function api(name: string, info = {}) {
  const services = [service('Book', { operations: [operation('GET', '/book')] })];
  return apiRecord({ name, info: { title: name, version: '1', ...info }, services });
}

const records = [api('Library'), api('Maktaba', { title: 'المكتبة' }), api('Vault', { 'x-internal': true })];
const documents = new SiteDocuments(records, {
  site: { title: 'Example APIs', baseUrl: '' },
  formats,
  development: true,
});
const store = createLiveStore(documents, formats, (document, site) =>
  linkPicture(document, site) === null ? null : Uint8Array.of(1, 2, 3),
);
const handle = createDocumentationHandler({ store: () => store, formats });

async function ask(target: string, method = 'GET', accept = '*/*') {
  const answer = await handle({ method, target, accept, acceptEncoding: 'gzip, br', ifNoneMatch: undefined });
  if (answer?.kind !== 'bytes') throw new Error(`${target} has no bytes`);
  return answer;
}

describe('a picture of links', () => {
  test.each([
    ['.picture.png', 'GET', 200],
    ['/Library-v1.picture.png', 'GET', 200],
    ['/Library.picture.png', 'GET', 200],
    ['/Library-v1.picture.png', 'HEAD', 200],
    ['/Library-v1.picture.png', 'OPTIONS', 204],
    ['/Library-v1.picture.png', 'POST', 405],
    // Its name has letters that no picture has.
    ['/Maktaba-v1.picture.png', 'GET', 404],
    ['/Vault-v1.picture.png', 'GET', 404],
    ['/Nothing-v1.picture.png', 'GET', 404],
    ['/Library-v1/Book.picture.png', 'GET', 404],
    ['/Library-v1/schemas.picture.png', 'GET', 404],
  ])('%s with %s is answered with %i', async (path, method, status) => {
    expect((await ask(ROOT + path, method)).status).toBe(status);
  });

  test('is sent as PNG, from the address with its version', async () => {
    const { headers, body } = await ask(`${ROOT}/Library.picture.png`, 'GET', 'text/html');
    const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
    expect(Object.fromEntries(pairs)).toMatchObject({
      'Content-Type': 'image/png',
      'Content-Location': `${ROOT}/Library-v1.picture.png`,
      'Content-Length': '3',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
    });
    expect([...(body ?? [])]).toEqual([1, 2, 3]);
  });

  test('is no format: no negotiation and no list of formats has it', async () => {
    const refused = await ask(`${ROOT}/Library-v1`, 'GET', 'image/png');
    expect(refused.status).toBe(406);
    expect(Buffer.from(refused.body ?? []).toString('utf8')).not.toContain('picture');
    expect((await ask(`${ROOT}/Library-v1.json`)).headers.join(' ')).not.toContain('picture');
  });
});
