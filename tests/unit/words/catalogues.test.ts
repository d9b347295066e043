import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { STATUSES } from '../../../src/presentation/pages/frame.ts';
import { tryingInEnglish } from '../../../src/words/catalogues/en/trying.ts';
import { english } from '../../../src/words/catalogues/en.ts';
import { knownLanguages, languageOf, messageFault, missingKeys } from '../../../src/words/languages.ts';
import { namesIn, parseMessage } from '../../../src/words/message.ts';
import { wordsOf } from '../../../src/words/words.ts';

const source = fileURLToPath(new URL('../../../src', import.meta.url));
const PLACE = { isDefault: true, isAlone: true };

/** Every source text but the catalogues. */
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|astro)$/.test(file) && !file.includes('catalogues'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

describe.each(knownLanguages())('the catalogue of %s', (tag) => {
  const language = languageOf(tag, {}, PLACE);
  const open = missingKeys(tag, {});

  // The summary of a run names them, so that a translator finds what is left.
  test('leaves nothing to English', (context) => {
    context.skip(open.length > 0, `left to English in ${tag}: ${open.join(', ')}`);
  });

  test('has keys of English alone, and messages that can be read, with the arguments and tags of the English ones', () => {
    const faults = Object.entries(language.messages).flatMap(([key, text]) => {
      const fault = messageFault(key, text);
      return fault === undefined ? [] : [`${key}: ${fault.message}`];
    });
    expect(faults).toEqual([]);
  });

  test('has the plural forms of the language', () => {
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    const own = Object.entries(language.messages).filter(([key]) => !open.includes(key));
    const counted = own.filter(([, text]) => /, plural,(?! other)/.test(text));
    expect(counted.length).toBeGreaterThan(20);
    const incomplete = counted.filter(([, text]) => forms.some((form) => !new RegExp(`\\b${form} \\{`).test(text)));
    expect(incomplete.map(([key]) => key)).toEqual([]);
  });

  test('leaves to the script of the panel what it fills in: names in braces, no plurals and no tags', () => {
    const words = wordsOf({ language });
    for (const key of Object.keys(tryingInEnglish) as (keyof typeof tryingInEnglish)[]) {
      const names = namesIn(parseMessage(english[key]));
      const text = words.template(key);
      for (const name of names) expect(text).toContain(`{${name}}`);
      expect(text.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}<>]/);
      expect(language.messages[key]).not.toMatch(/, (?:plural|select),/);
    }
  });

  test('says everything without throwing', () => {
    const words = wordsOf({ language });
    const say = words.say.bind(words) as (key: string, values: Record<string, number>) => string;
    for (const key of Object.keys(english)) {
      const values = { count: 2, total: 3, low: 1, required: 1, number: 2, least: 1, most: 2 };
      expect(say(key, values), key).not.toBe('');
    }
  });
});

test('a text that a language lacks is said in English', () => {
  const language = { ...languageOf('ar', {}, PLACE), messages: {} };
  expect(wordsOf({ language }).say('count.usedBy', { count: 3 })).toBe(wordsOf({}).say('count.usedBy', { count: 3 }));
});

test('every message is said somewhere', () => {
  // Keys whose last part is chosen by a value.
  const chosen = [
    /^(changes?|changedPlace|reason|parameters|operation\.parametersOf|kind)\./,
    /^scheme\.(named)?[kK]eyIn/,
    /^try\.(difference|hint|obstacle|cut|failure|loggedIn|flow|noToken)\./,
    /^demand\.(atLeast|upTo|exactly|range)[A-Z]/,
    new RegExp(`^status\\.(${STATUSES.join('|')})$`),
    /^type\.((each|named)(An?)?|(any|one)Of)$/,
  ];
  const isChosen = (key: string): boolean => chosen.some((pattern) => pattern.test(key));
  const unused = Object.keys(english).filter((key) => !isChosen(key) && !code.includes(`'${key}'`));
  expect(unused).toEqual([]);
});

test.each([
  ['de', 'ltr', 'Deutsch'],
  ['he', 'rtl', 'עברית'],
  ['ar-EG', 'rtl', 'العربية (مصر)'],
])('%s is written %s and calls itself %s', (tag, direction, name) => {
  expect(languageOf(tag, {}, PLACE)).toMatchObject({ direction, name });
});

test('a region has the words of its language, and those of a project before ours', () => {
  const { messages } = languageOf('de-AT', { 'title.guides': 'Leitfäden' }, PLACE);
  expect([messages['title.guides'], messages['title.services']]).toEqual(['Leitfäden', 'Dienste']);
});

test.each([
  ['title.guidez', 'x', 'Unknown message key.'],
  ['constructor', 'x', 'Unknown message key.'],
  ['title.group', '{nam} (x)', 'It has nam, which English has not. It lacks name.'],
  ['title.guides', '<b>x</b>', 'It has <b>, which English has not.'],
  [
    'count.usedBy',
    '{count, plural, one {#}}',
    'It is no ICU message, at character 25: {count, plural, …} has no branch “other”.',
  ],
])('%s: %s is refused: %s', (key, text, message) => {
  expect(messageFault(key, text)).toMatchObject({ message });
});

test.each([
  ['title.guidse', 'x', /^Write title\.guides\b.*, or remove it\.$/],
  ['nothing.alike', 'x', /^Remove it, or write a key of src\/words\/catalogues\/en\.ts/],
  ['title.guides', '{x', /^Write it as the English one: “Guides”\.$/],
  ['title.guides', '<b>x</b>', /^Write it with the names of the English one: “Guides”\.$/],
])('%s: %s is mended so: %s', (key, text, remedy) => {
  expect(messageFault(key, text)?.remedy).toMatch(remedy);
});
