import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { wholePage } from '../../../src/presentation/pages/whole-file.ts';
import { singleFile } from '../../../src/release/single-file.ts';
import { richApi } from '../../fixtures/model/rich-api.ts';
import { hostileApi } from './hostile-api.ts';
import { documentsOf, pageOf, render } from './render.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      'valid-id': ['error', { relaxed: true }],
      'no-inline-style': 'error',
      'doctype-style': 'off',
      'void-style': 'off',
      'long-title': 'off',
      'attr-quotes': 'off',
      'no-trailing-whitespace': 'off',
      // The levels of headings are in `aria-level`.
      'heading-level': 'off',
      // The policy has the hash of the only style and script.
      'require-sri': 'off',
    },
  }),
);

const whole = [richApi, hostileApi].flatMap((record) =>
  documentsOf(record)
    .filter(({ level }) => ['api', 'service', 'group'].includes(level))
    .flatMap((document, index) =>
      [false, true].map((isBook) => ({ what: `${record.name} ${index}`, document, isBook })),
    ),
);

test.each(whole)('$what, as a book: $isBook, is valid HTML, and nothing of a descriptor runs', async (given) => {
  const site = { title: 'Example APIs', baseUrl: '', pageEnding: '/' } as const;
  const page = wholePage(pageOf(given.document, { site }), given.isBook);
  if (page?.whole === undefined) throw new Error('The document has none below it.');
  const file = singleFile(await render(page), { whole: page.whole, baseUrl: '', fileAt: () => undefined });
  const { results } = await validator.validateString(file);
  expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId} ${message}`))).toEqual([]);
  expect(file.replaceAll(/<([a-z]+)(?:[^<>"]|"[^"]*")*>/g, '<$1>').match(/<script/g)?.length ?? 0).toBe(
    given.isBook ? 0 : 1,
  );
  expect(file).not.toMatch(/href="(?!#|https?:|mailto:|data:)|src="(?!data:)/);
  const ids = new Set([...file.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const dead = [...file.matchAll(/ href="#([^"]*)"/g)].flatMap(([, id = '']) => (ids.has(id) ? [] : [id]));
  expect(dead).toEqual([]);
});
