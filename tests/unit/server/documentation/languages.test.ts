import { describe, expect, test } from 'vitest';
import { formats } from '../../../../src/formats/registry.ts';
import type { Site } from '../../../../src/presentation/page-data/site.ts';
import type { Gatekeeper } from '../../../../src/server/access/gatekeeper.ts';
import type { SiteAnswer } from '../../../../src/server/answers/contract.ts';
import { guardDocumentation } from '../../../../src/server/documentation/guarded-documentation.ts';
import { createDocumentationHandler } from '../../../../src/server/documentation/handler.ts';
import { createLiveStore } from '../../../../src/store/live-store.ts';
import { SiteDocuments } from '../../../../src/store/site-documents.ts';
import { english } from '../../../../src/words/catalogues/en.ts';
import { languageOf } from '../../../../src/words/languages.ts';
import { richApi } from '../../../fixtures/model/rich-api.ts';

const ROOT = '/platform/documentation';
const TAVERN = `${ROOT}/Tavern-v2`;

function handlerIn(...tags: readonly string[]) {
  const languages = tags.map((tag, index) =>
    languageOf(tag, {}, { isDefault: index === 0, isAlone: tags.length === 1 }),
  );
  const site: Site = { title: 'APIs', baseUrl: '', ...(tags.length > 0 && { languages }) };
  const documents = new SiteDocuments([richApi], { site, formats, development: true });
  const store = createLiveStore(documents, formats);
  return createDocumentationHandler({ store: () => store, formats });
}

interface Asked {
  readonly target?: string;
  readonly accept?: string;
  readonly language?: string;
}

async function ask(handle: ReturnType<typeof handlerIn>, { target = TAVERN, accept, language }: Asked) {
  const answer = await handle(requestOf({ target, ...(accept && { accept }), ...(language && { language }) }));
  if (answer === null) throw new Error(`${target} is not documentation.`);
  return answer;
}

function requestOf({ target = TAVERN, accept, language }: Asked) {
  const rest = { acceptEncoding: undefined, acceptLanguage: language, ifNoneMatch: undefined };
  return { method: 'GET', target, accept, ...rest };
}

/** Content-Language, Content-Location and Vary. */
function fieldsOf({ headers }: SiteAnswer): readonly (string | undefined)[] {
  return ['Content-Language', 'Content-Location', 'Vary'].map((name) => headers[headers.indexOf(name) + 1 || -1]);
}

function textOf(answer: SiteAnswer): string {
  return answer.kind === 'bytes' ? Buffer.from(answer.body ?? []).toString() : '';
}

const gatekeeper: Gatekeeper = {
  authenticate: async () => ({ kind: 'guest' }),
  recall: () => undefined,
  admit: async () => ({ kind: 'rejected', challenges: ['Basic realm="docs"'], cause: 'no-credentials' }),
};

const NEGOTIATED = 'Accept, Accept-Encoding, Accept-Language';

describe('a site in English and German', () => {
  const handle = handlerIn('en', 'de');

  test.each([
    // Accept-Language       path             Content-Language  Content-Location        Vary
    ['text/html', 'de-AT, en;q=0.5', TAVERN, 'de', `${TAVERN}.de.html`, NEGOTIATED],
    ['text/html', 'fr', TAVERN, 'en', `${TAVERN}.html`, NEGOTIATED],
    ['text/html', '', TAVERN, 'en', `${TAVERN}.html`, NEGOTIATED],
    ['text/markdown', 'de', TAVERN, 'de', `${TAVERN}.de.md`, NEGOTIATED],
    ['text/html', 'de', ROOT, 'de', `${ROOT}.de.html`, NEGOTIATED],
    ['application/json', 'de', TAVERN, undefined, `${TAVERN}.json`, 'Accept, Accept-Encoding'],
    ['*/*', 'en', `${TAVERN}.de.html`, 'de', `${TAVERN}.de.html`, 'Accept-Encoding'],
    ['*/*', 'de', `${TAVERN}.html`, 'en', `${TAVERN}.html`, 'Accept-Encoding'],
    ['*/*', 'de', `${TAVERN}.md`, 'en', `${TAVERN}.md`, 'Accept-Encoding'],
    ['*/*', 'de', `${TAVERN}.json`, undefined, `${TAVERN}.json`, 'Accept-Encoding'],
    ['*/*', 'de', `${TAVERN}?q=order`, 'de', `${TAVERN}.de.html?q=order`, NEGOTIATED],
    ['*/*', 'de', `${ROOT}.html?q=order`, 'en', `${ROOT}.html?q=order`, 'Accept-Encoding'],
    ['application/json', 'de', `${ROOT}?q=order`, undefined, `${ROOT}.json?q=order`, 'Accept, Accept-Encoding'],
  ])('Accept: %s, Accept-Language: %s, %s: %s from %s, Vary: %s', async (accept, language, target, ...expected) => {
    expect(fieldsOf(await ask(handle, { target, accept, language }))).toEqual(expected);
  });

  test('says everything of ours in German, and links to German', async () => {
    const text = textOf(await ask(handle, { accept: 'text/markdown', language: 'de' }));
    expect(text).toContain('## Gruppen');
    expect(text).toContain(`${TAVERN}/Order.de.md`);
    const sentences = Object.values(english).filter(
      (message) => !/[{<]/.test(message) && message.split(' ').length > 2,
    );
    expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([]);
  });

  test('links pages in each language to the same in the others, and to pages in their own', async () => {
    const answer = await ask(handle, { accept: 'text/html', language: 'de' });
    const page = answer.kind === 'page' && answer.page.kind === 'document' ? answer.page : undefined;
    expect(page?.languages).toEqual([
      { tag: 'en', name: 'English', path: `${TAVERN}.html`, canonicalPath: TAVERN, isCurrent: false },
      { tag: 'de', name: 'Deutsch', path: `${TAVERN}.de.html`, canonicalPath: `${TAVERN}.de.html`, isCurrent: true },
    ]);
    expect(page?.alternates.find(({ format }) => format === 'markdown')?.path).toBe(`${TAVERN}.de.md`);
    expect(page?.alternates.find(({ format }) => format === 'json')?.path).toBe(`${TAVERN}.json`);
  });

  test.each([`${TAVERN}.de.json`, `${TAVERN}.ar.html`, `${TAVERN}.en.html`])('there is no %s', async (target) => {
    expect((await ask(handle, { target })).status).toBe(404);
  });

  test('a problem is a page in German, and the same document for programs', async () => {
    const target = `${ROOT}/Tavren`;
    const page = await ask(handle, { target, accept: 'text/html', language: 'de' });
    expect(page).toMatchObject({
      kind: 'page',
      status: 404,
      page: { problem: { detail: 'Es gibt keine API „Tavren“.' } },
    });
    expect(fieldsOf(page)[2]).toBe('Accept, Accept-Language');
    const problem = await ask(handle, { target, accept: 'application/json', language: 'de' });
    expect(textOf(problem)).toContain('There is no API “Tavren”.');
    expect(fieldsOf(problem)[2]).toBe('Accept');
  });

  test.each([
    [`${TAVERN}/Ordr.de.html`, 'en', 'Version 2 von „Tavern“ hat keinen Dienst „Ordr“.', `${TAVERN}/Order.de.html`],
    [`${TAVERN}/Ordr.html`, 'de', 'Version 2 of “Tavern” has no service “Ordr”.', `${TAVERN}/Order.html`],
    [
      `${TAVERN}/list-orders.de.html`,
      'en',
      'Version 2 von „Tavern“ hat keinen Dienst „list-orders“.',
      `${TAVERN}/Order.de.html#get`,
      'List orders',
    ],
  ])('a page that is missing at %s is in the language of its address, not of Accept-Language', async (...given) => {
    const [target, language, detail, path, title = 'Orders'] = given;
    const answer = await ask(handle, { target, accept: 'text/html', language });
    expect(answer).toMatchObject({ page: { problem: { detail } } });
    const [first] = answer.kind === 'page' && answer.page.kind === 'problem' ? answer.page.problem.suggestions : [];
    expect(first).toMatchObject({ title, path });
    const isGerman = path.includes('.de.html');
    expect(answer).toHaveProperty('page.navigation.pages.0', {
      text: isGerman ? 'Übersicht' : 'Overview',
      href: `${TAVERN}${isGerman ? '.de' : ''}.html`,
      isCurrent: false,
      count: null,
    });
    expect(fieldsOf(answer)[2]).toBe('Accept');
  });

  test.each([
    [`${TAVERN}/Order.de.html/x`, 'GET', 404, 'Unter diesem Pfad gibt es keine Dokumentation.'],
    [`${TAVERN}/Order.de.html`, 'POST', 405, 'Dokumentation kann nur gelesen werden: GET, HEAD und OPTIONS.'],
  ])('so is what is below it, and what it refuses: %s, %s', async (target, method, status, detail) => {
    const answer = await handle({ ...requestOf({ target, accept: 'text/html', language: 'en' }), method });
    expect(answer).toMatchObject({ status, page: { problem: { detail } } });
  });

  test.each([
    [`${TAVERN}.de.html`, 'en', { ifMatch: '"other"' }, 412, 'If-Match nennt eine andere'],
    [`${TAVERN}.html`, 'de', { ifMatch: '"other"' }, 412, 'If-Match names another'],
    [`${TAVERN}.html`, 'de', { method: 'POST' }, 405, 'Documentation can only be read'],
    [`${TAVERN}.html?q=a&kind=x`, 'de', {}, 400, 'is not a kind of result'],
    [`${TAVERN}.de.html?q=a&page=x`, 'en', {}, 400, 'Seiten'],
    [`${TAVERN}.de.html?q=a`, 'en', { ifMatch: '"other"' }, 412, 'If-Match nennt eine andere'],
    [`${TAVERN}.de.md`, 'en', { ifMatch: '"other"' }, 412, 'If-Match nennt eine andere'],
  ])('so is every other problem at %s in a browser in %s: %j', async (target, language, more, status, detail) => {
    const given = await handle({ ...requestOf({ target, accept: 'text/html', language }), ...more });
    // Answers to a question are compared when they are rendered.
    const rendered = { kind: 'bytes', status: 200, headers: [], body: new Uint8Array() } as const;
    const answer = given?.kind === 'page' ? (given.finish?.(rendered) ?? given) : given;
    expect(answer).toMatchObject({ status, page: { problem: { detail: expect.stringContaining(detail) } } });
    expect(fieldsOf(answer ?? expect.unreachable())[2]).toBe('Accept');
  });

  test('an address without words has problems in the language of the browser', async () => {
    const asked = { ...requestOf({ target: `${TAVERN}.json`, accept: 'text/html', language: 'de' }), ifMatch: '"x"' };
    const answer = await handle(asked);
    expect(answer).toMatchObject({ status: 412, page: { site: { language: { tag: 'de' } } } });
  });

  test.each([TAVERN, `${TAVERN}.de.html`, `${TAVERN}.de.md`, `${TAVERN}.ar.html`, `${ROOT}.de.html`])(
    'private documentation asks for a log-in before it answers %s',
    async (target) => {
      const asked: string[] = [];
      const guarded = guardDocumentation({
        handle(request) {
          asked.push(request.target);
          return handle(request);
        },
        site: () => ({ title: 'APIs', baseUrl: '' }),
        gatekeeper,
        adapter: 'docs',
      });
      const answer = await guarded(requestOf({ target, language: 'de' }), () => ({
        method: 'GET',
        target,
        authorization: [],
        client: '192.0.2.1',
      }));
      expect([answer?.status, asked]).toEqual([401, []]);
    },
  );
});

describe('a site in English', () => {
  test('says nothing of languages', async () => {
    const answer = await ask(handlerIn(), { accept: 'text/html', language: 'de' });
    expect(fieldsOf(answer)).toEqual([undefined, `${TAVERN}.html`, 'Accept, Accept-Encoding']);
    expect(answer).not.toHaveProperty('page.languages');
    expect((await ask(handlerIn(), { target: `${TAVERN}.de.html` })).status).toBe(404);
  });
});

test('a site in German alone says so, and chooses nothing', async () => {
  const answer = await ask(handlerIn('de'), { accept: 'text/markdown', language: 'en' });
  expect(fieldsOf(answer)).toEqual(['de', `${TAVERN}.md`, 'Accept, Accept-Encoding']);
  expect(textOf(answer)).toContain('## Gruppen');
});
