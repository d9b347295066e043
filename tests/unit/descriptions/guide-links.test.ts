import { expect, test } from 'vitest';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import { readProject } from '../../../src/project/read-project.ts';
import { renderMarkdown } from '../../../src/views/markdown.ts';
import { wordsOf } from '../../../src/words/words.ts';
import { projectWith } from '../config/project.ts';

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
  expect(targets).toHaveLength(8);
  expect(targets.filter((target) => target?.startsWith(`${site.baseUrl}/`) !== true)).toEqual([
    '<https://garden.example.com/platform/documentation/Allotment-v1.md>',
  ]);
});
