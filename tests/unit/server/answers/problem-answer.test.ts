import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../src/http/header-list.ts';
import {
  FORGED_BY_OTHER_SITE,
  LOGINS_UNAVAILABLE,
  NO_ADDRESS,
  NOTHING_ACCEPTABLE,
  NOTHING_HERE,
  TOO_MANY_FAILURES,
} from '../../../../src/http/problem.ts';
import type { SiteAnswer } from '../../../../src/server/answers/contract.ts';
import {
  type ProblemFacts,
  problemAnswer,
  problemPageFor,
  unauthorized,
} from '../../../../src/server/answers/problem-answer.ts';
import { languageOf } from '../../../../src/words/languages.ts';

const SITE = { title: 'APIs', baseUrl: '' };

const answerTo = (accept: string | undefined, facts: ProblemFacts, method = 'GET'): SiteAnswer =>
  problemAnswer({ method, target: '/here', accept, acceptEncoding: undefined, ifNoneMatch: undefined }, SITE, facts);
const jsonOf = (answer: SiteAnswer): unknown =>
  JSON.parse(
    answer.kind === 'bytes'
      ? Buffer.from(answer.body ?? []).toString()
      : answer.page.kind === 'problem'
        ? answer.page.problem.json
        : '',
  );

describe('a problem', () => {
  test.each([
    [undefined, 'bytes'],
    ['*/*', 'bytes'],
    ['application/json', 'bytes'],
    ['image/png', 'bytes'],
    ['text/html', 'page'],
    ['text/html, application/json;q=0.9', 'page'],
    ['text/html;q=0.5, application/problem+json', 'bytes'],
  ])('for Accept: %s is answered as %s', (accept, kind) => {
    expect(answerTo(accept, { status: 404, detail: 'Nothing.' }).kind).toBe(kind);
  });

  test.each([['text/html'], ['application/json']])(
    'of 405 tells the methods that the path has, and no others (%s)',
    (accept) => {
      const answer = answerTo(accept, { status: 405, detail: 'No.', allow: ['GET', 'POST'] });
      expect(valuesOf(answer.headers, 'allow')).toEqual(['GET, POST']);
      if (answer.kind === 'page') expect(answer.page).toMatchObject({ problem: { allow: ['GET', 'POST'] } });
      expect(jsonOf(answer)).toEqual({
        type: expect.any(String),
        title: 'Method Not Allowed',
        status: 405,
        detail: 'No.',
      });
    },
  );

  test.each([['text/html'], ['application/json']])('of another status allows nothing (%s)', (accept) => {
    const answer = answerTo(accept, { status: 404, detail: 'Nothing.' });
    expect(valuesOf(answer.headers, 'allow')).toEqual([]);
    if (answer.kind === 'page') expect(answer.page).toMatchObject({ problem: { allow: [] } });
  });

  test.each([['text/html'], ['application/json']])('has the same facts for people and programs (%s)', (accept) => {
    const facts = { available: [{ type: 'text/html', url: '/x' }], similar: [{ name: 'Book', url: '/y' }] };
    expect(jsonOf(answerTo(accept, { status: 406, detail: 'None.', ...facts }))).toMatchObject({
      status: 406,
      detail: 'None.',
      ...facts,
    });
  });

  test('for HEAD has the length of a body and no body', () => {
    const answer = answerTo(undefined, { status: 404, detail: 'Nothing.' }, 'HEAD');
    expect(answer).toMatchObject({ body: null });
    expect(Number(valuesOf(answer.headers, 'content-length')[0])).toBeGreaterThan(0);
  });
});

/** The sentences that the answers of published APIs are written with; those that are a title are none. */
function detailsIn(folder: string): readonly string[] {
  const root = fileURLToPath(new URL(`../../../../src/${folder}`, import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/detail: '([^']+)'/g)]);
  return [...new Set(texts.map(([, detail = '']) => detail))].filter((detail) => detail !== 'Forbidden');
}

describe('what other parts of the server say', () => {
  const languages = ['en', 'de'].map((tag, index) => languageOf(tag, {}, { isDefault: index === 0, isAlone: false }));
  const pageIn = (acceptLanguage: string, detail: string) =>
    problemPageFor({ status: 503, title: '', detail }, acceptLanguage, { ...SITE, languages }).problem;

  test.each([TOO_MANY_FAILURES, LOGINS_UNAVAILABLE, NOTHING_HERE, NOTHING_ACCEPTABLE, FORGED_BY_OTHER_SITE.detail])(
    'is said on pages in the language that the client asks for: %s',
    (detail) => {
      expect(pageIn('en', detail).detail).toBe(detail);
      expect(pageIn('de', detail).detail).not.toBe(detail);
      expect(JSON.parse(pageIn('de', detail).json).detail).toBe(detail);
    },
  );

  test.each([
    'The body is larger than 1048576 bytes.',
    'The body may be application/json, text/plain.',
    'The methods here are GET, POST.',
    'The body is nested more than 64 levels deep.',
    NO_ADDRESS,
    ...detailsIn('services'),
  ])('with or without a figure: %s', (detail) => {
    expect(pageIn('en', detail).detail).toBe(detail);
    expect(pageIn('de', detail).detail).not.toBe(detail);
    for (const value of detail.match(/\d{2,}|application\/json, text\/plain|GET, POST/g) ?? [])
      expect(pageIn('de', detail).detail).toContain(value);
  });

  test('stays as it is where pages have no words for it', () => {
    expect(pageIn('de', 'Ordered too late.').detail).toBe('Ordered too late.');
  });
});

describe('401', () => {
  test('is a problem document for every client, with a line for each challenge', () => {
    const answer = unauthorized('GET', ['Digest a', 'Basic b']);
    expect(valuesOf(answer.headers, 'www-authenticate')).toEqual(['Digest a', 'Basic b']);
    expect(valuesOf(answer.headers, 'cache-control')).toEqual(['no-store']);
    expect(jsonOf(answer)).toEqual({
      type: 'http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html',
      title: 'Unauthorized',
      status: 401,
      detail: 'Unauthorized',
    });
  });
});
