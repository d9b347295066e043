import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readProject } from '../../../src/project/read-project.ts';
import { languageOf } from '../../../src/words/languages.ts';
import { wordsOf } from '../../../src/words/words.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function read(locales: unknown, files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'read-languages-'));
  folders.push(folder);
  const configuration = JSON.stringify({ 'platform-documentation': locales === undefined ? {} : { locales } });
  mkdirSync(join(folder, 'api-descriptors'));
  for (const [path, text] of Object.entries({ 'autoload/global.yaml': configuration, ...files })) {
    mkdirSync(dirname(join(folder, 'config', path)), { recursive: true });
    writeFileSync(join(folder, 'config', path), text);
  }
  const { site, themeAssets, problems, apis } = await readProject(folder, {});
  return {
    site,
    texts: Object.entries(site.searchTexts ?? {}).map(([tag, path]) => {
      const { close } = JSON.parse(new TextDecoder().decode(themeAssets.get(path)?.bytes));
      return { tag, path, close };
    }),
    apis: apis.length,
    twins: problems.filter(({ rule }) => rule === 'name-twin').map(({ file, message }) => `${file}: ${message}`),
    tags: site.languages?.map(({ tag }) => tag),
    problems: problems
      .filter(({ rule }) => rule === 'configuration')
      .map(({ file, line, column, severity, message }) => `${file}:${line}:${column}: ${severity}: ${message}`),
  };
}

describe('languages of a project', () => {
  test('are English alone where nothing says otherwise, and nothing is said of languages then', async () => {
    expect(await read(undefined)).toMatchObject({ tags: undefined, problems: [] });
    expect(await read(['en'])).toMatchObject({ tags: undefined, problems: [] });
  });

  test('the first is the default', async () => {
    const { site, tags, problems } = await read(['DE', 'en', 'de']);
    expect([tags, problems]).toEqual([['de', 'en'], []]);
    expect(wordsOf(site).say('title.services')).toBe('Dienste');
  });

  test('words of the project take the place of ours, in English as well, by dots or by levels', async () => {
    const { site, problems } = await read(undefined, {
      'locales/en.yaml': 'title.services: Endpoints\ntitle:\n  guides: Handbook\n',
    });
    const words = wordsOf(site);
    expect([words.say('title.services'), words.say('title.guides'), problems]).toEqual(['Endpoints', 'Handbook', []]);
  });

  test('the texts of the palette are one file for each language, named after the words in it', async () => {
    const { texts } = await read(['en', 'de']);
    expect(texts).toEqual([
      { tag: 'en', path: expect.stringMatching(/^\/_astro\/search\.en\.[\w-]{8}\.json$/), close: 'Close' },
      { tag: 'de', path: expect.stringMatching(/^\/_astro\/search\.de\.[\w-]{8}\.json$/), close: 'Schließen' },
    ]);
    const own = (await read(undefined, { 'locales/en.yaml': 'search.close: Leave\n' })).texts;
    expect(own).toEqual([{ tag: 'en', path: expect.not.stringContaining(texts[0]?.path ?? ''), close: 'Leave' }]);
    expect((await read(['en'])).texts).toEqual(texts.slice(0, 1));
  });

  test('a language that does not come along needs a file; what it lacks is said in English and reported', async () => {
    expect((await read(['en', 'fr'])).problems).toEqual([
      'config/autoload/global.yaml:1:28: error: platform-documentation.locales: There are no messages for the language fr.',
    ]);
    const { site, tags, problems } = await read(['fr'], { 'locales/fr.json': '{"title.guides": "Manuels"}' });
    const words = wordsOf(site);
    expect([tags, words.say('title.guides'), words.say('title.services')]).toEqual([['fr'], 'Manuels', 'Services']);
    expect(problems).toEqual([
      expect.stringMatching(/^config\/locales\/fr\.json:0:0: warning: \d+ messages in fr are missing: /),
    ]);
  });

  test.each(['de-x-foo', 'en-u-nu-arab', 'en-t-de', 'en-x-a', 'x-a', 'i-klingon', 'de-', 'de_AT'])(
    'a tag with more than language, script, region and variants is an error at its place: %s',
    async (tag) => {
      const { problems } = await read(['en', tag], { [`locales/${tag}.yaml`]: 'title.guides: x' });
      expect(problems.filter((problem) => problem.includes(': error: '))).toEqual([
        expect.stringMatching(
          /^config\/autoload\/global\.yaml:1:\d+: error: platform-documentation\.locales\S*: It is not the tag of a language/,
        ),
      ]);
    },
  );

  test.each(['de-AT', 'zh-Hant-TW', 'sl-rozaj', 'es-419', 'de-1996'])('%s is the tag of a language', async (tag) => {
    const { tags, problems } = await read(['en', tag], { [`locales/${tag}.yaml`]: 'title.guides: x' });
    expect(tags).toEqual(['en', tag]);
    expect(problems.filter((problem) => problem.includes(' error: '))).toEqual([]);
  });

  test('no tag makes the words of a language throw', () => {
    for (const tag of ['de-x-foo', 'en-u-nu-arab', 'en-t-de'])
      expect(languageOf(tag, {}, { isDefault: true, isAlone: true }).name).toEqual(expect.any(String));
  });

  test.each([
    ['guide', 'z', {}, ['z.md', 'z.de.md']],
    ['schema', 'Book', { components: { schemas: { Book: {}, 'Book.de': {} } } }, []],
    ['tag', 'Book', { tags: [{ name: 'Book' }, { name: 'Book.de' }] }, []],
  ])('a %s that has the URL of another in a language is an error', async (kind, name, parts, guides) => {
    const api = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {}, ...parts };
    const files = {
      '../api-descriptors/a/openapi.json': JSON.stringify(api),
      ...Object.fromEntries(guides.map((guide) => [`../api-descriptors/a/guides/${guide}`, 'Text.'])),
    };
    const errors = async (locales: unknown) => {
      const { site, twins, apis } = await read(locales, files);
      return [site.languages?.length, twins, apis];
    };
    expect(await errors(['en', 'de'])).toEqual([
      2,
      [
        `api-descriptors/a/openapi.json: The ${kind} “${name}.de” has the same URL as “${name}” in the language de, and hides it.`,
      ],
      0,
    ]);
    expect(await errors(['de', 'en'])).toEqual([2, [], 1]);
  });

  test('a message that is wrong is a warning at its place, and left out', async () => {
    const { site, problems } = await read(['en', 'de'], {
      'locales/de.yaml':
        '# Ours\ntitle:\n  guides: "{"\n  services: 3\ncount.usedBy: "<script>"\ntitle.group: "{name, plural, other {#}}"\n',
    });
    expect(problems).toEqual([
      'config/locales/de.yaml:3:3: warning: title.guides: It is no ICU message, at character 1: An argument is a word in braces, as {count}.',
      'config/locales/de.yaml:4:3: warning: title.services: A message is text.',
      'config/locales/de.yaml:5:1: warning: count.usedBy: It is no ICU message, at character 9: <script> is not closed: </script> is missing.',
      'config/locales/de.yaml:6:1: warning: title.group: It counts {name}, which is not a number.',
    ]);
    expect(wordsOf({ language: site.languages?.[1] }).say('title.guides')).toBe('Anleitungen');
  });

  test('the file of a language serves those of its regions, whose own come first', async () => {
    const { site, tags, problems } = await read(['de-AT', 'de'], {
      'locales/de.yaml': 'title.guides: Handbuch\ntitle.services: Schnittstellen\n',
      'locales/de-AT.yaml': 'title.guides: Anleitung\n',
    });
    const said = site.languages?.map((language) => wordsOf({ language })) ?? [];
    expect([tags, problems]).toEqual([['de-AT', 'de'], []]);
    expect(said.map((words) => [words.say('title.guides'), words.say('title.services')])).toEqual([
      ['Anleitung', 'Schnittstellen'],
      ['Handbuch', 'Schnittstellen'],
    ]);
  });

  test('a file that no language of the site uses is reported, and one that another takes the place of', async () => {
    const { problems } = await read(['de'], {
      'locales/de.json': '{"title.guides": "A"}',
      'locales/de.yaml': 'title.guides: B\n',
      'locales/fr.yaml': 'title.guides: C\n',
      'locales/de_AT.yml': 'title.guides: D\n',
      'locales/README.md': 'Words of ours.',
    });
    expect(problems).toEqual(
      ['de.json', 'de_AT.yml', 'fr.yaml'].map(
        (name) => `config/locales/${name}:0:0: warning: No language of the site uses this file.`,
      ),
    );
  });

  test.each(['', '# Words\n', '- a\n', 'text'])(
    'a file without messages is an error at its place: %j',
    async (text) => {
      const { problems } = await read(['de'], { 'locales/de.yaml': text });
      expect(problems).toEqual([expect.stringMatching(/^config\/locales\/de\.yaml:1:1: error: .+\.$/)]);
    },
  );

  test('a file that is no YAML is an error at its place', async () => {
    const { problems } = await read(['de'], { 'locales/de.yaml': 'title: [\n' });
    expect(problems).toEqual([expect.stringMatching(/^config\/locales\/de\.yaml:2:1: error: /)]);
  });

  test('what is no tag is refused', async () => {
    expect((await read(['de_AT', '../x'])).problems).toHaveLength(2);
  });
});
