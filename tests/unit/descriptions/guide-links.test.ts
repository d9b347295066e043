import { expect, test } from 'vitest';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import { linkAddress } from '../../../src/presentation/description-links.ts';
import { guideView } from '../../../src/presentation/guides.ts';
import { readProject } from '../../../src/project/read-project.ts';
import { guideHtml } from '../../../src/views/guide-html.ts';
import { renderMarkdown } from '../../../src/views/markdown.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { projectWith } from '../config/project.ts';
import { described, written } from './described.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const SHEET = `# Sheet

![leaf](<img/one leaf.png>) ![leaf](img/leaf's.png) ![leaf](img/leaf[3].png) ![leaf][picture] ![picture]

[![leaf](img/leaf's.png)](<First steps.md> 'Begin') and [begin][there]

[picture]: <img/one leaf.png> "Leaf"
[there]: First%20steps.md#digging
`;

test('links and pictures of guides lead where CommonMark reads them, on pages and in Markdown', async () => {
  const { apis, problems } = await readProject(
    projectWith({
      'api-descriptors/v1.yaml': 'api: Allotment\nservices: []\n',
      'api-descriptors/guides/sheet.md': SHEET,
      'api-descriptors/guides/First steps.md': '# First steps\n\n## Digging\n\nDeep.\n',
      'api-descriptors/guides/img/one leaf.png': PNG,
      "api-descriptors/guides/img/leaf's.png": PNG,
      'api-descriptors/guides/img/leaf[3].png': PNG,
    }),
    {},
  );
  expect(problems.map(({ message }) => message)).toEqual([]);
  const api = new Api(apis[0] ?? expect.fail());
  const guide = api.getGuides().find(({ name }) => name === 'sheet') ?? expect.fail();
  const html = renderMarkdown(guide.text, 1, wordsOf(api));
  expect(html.match(/<img src="\/_astro\/guides\/[^"]+" alt="(?:leaf|picture)"/g)).toHaveLength(6);
  const site = { title: 'Garden', baseUrl: 'https://garden.example.com' };
  const text = String(markdown.render?.({ level: 'guide', api, guide }, site));
  const targets = [...text.matchAll(/\]\(([^\s)]+)|^\[\w+\]: (\S+)/gm)].map(([, inline, defined]) => inline ?? defined);
  expect(targets).toHaveLength(9);
  expect(targets.filter((target) => target?.startsWith(`${site.baseUrl}/`) !== true)).toEqual([
    '<https://garden.example.com/platform/documentation/Allotment-v1.md>',
  ]);
});

test('in a document of several texts, each reference means the definition of its own text', () => {
  const api = described({
    openapi: '3.1.0',
    info: {
      title: 'Allotment',
      version: '1',
      description:
        '[Rules][r], [r] and ![plan][]\n\n[r]: https://rules.test/a_b "The \\"old\\" ones"\n[plan]: <https://x.test/a b>',
    },
    tags: [{ name: 'Beds', description: 'See [r].\n\n[r]: https://beds.test\n\nEnd.' }],
    paths: {
      '/beds': {
        get: {
          tags: ['Beds'],
          summary: 'List beds',
          description: 'Has [a list][R].\n\n[r]: https://list.test',
          responses: { 200: { description: 'As [r] says.' } },
        },
      },
    },
  });
  const overview = String(
    markdown.render?.({ level: 'api', api }, { title: 'Garden', baseUrl: 'https://garden.test' }),
  );
  const rules = '(https://rules.test/a_b "The \\"old\\" ones")';
  for (const text of [`[Rules]${rules}, [r]${rules} and ![plan](https://x.test/a%20b)`, 'See [r](https://beds.test).'])
    expect(overview).toContain(text);
  expect(overview).not.toMatch(/^ *\[\w+\]:/m);
  const beds = written(api, 'beds', 'markdown');
  expect(beds).toContain('Has [a list](https://list.test).');
  expect(beds).toContain('As [r] says.');
  expect(beds).not.toContain('[r]:');
});

test('the second of equal headings is linked by the number that GitHub gives it', async () => {
  const { apis, problems } = await readProject(
    projectWith({
      'api-descriptors/v1.yaml': 'api: Allotment\nservices: []\n',
      'api-descriptors/guides/tools.md':
        '# Tools\n\n## Is it (sharp)?\n\nA.\n\n## Is it (sharp)?\n\nB.\n\n[up](#is-it-sharp-1)\n',
      'api-descriptors/guides/use.md': '# Use\n\n[a](tools.md#is-it-sharp) [b](tools.md#is-it-sharp-1)\n',
    }),
    {},
  );
  expect(problems.map(({ message }) => message)).toEqual([]);
  const api = new Api(apis[0] ?? expect.fail());
  const [tools, use] = api.getGuides();
  const { html } = guideHtml(guideView(api, tools ?? expect.fail()).text, () => null, wordsOf(api), { isFile: true });
  expect(String(html)).toContain('<a href="#section-is-it-sharp-2">up</a>');
  expect(use?.text).toContain('#guide/tools/is-it-sharp-1');
  expect(linkAddress(api, '#guide/tools/is-it-sharp-1')).toMatch(/tools#section-is-it-sharp-2$/);
  expect(linkAddress(api, '#guide/tools/is-it-sharp')).toMatch(/tools#section-is-it-sharp$/);
});
