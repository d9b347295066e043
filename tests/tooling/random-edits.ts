import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { damage, type Random } from '../contracts/damage.ts';

const samples = new URL('../../api-descriptors/', import.meta.url).pathname;
const EXTENSION = '.json';

/** The samples and what pages depend on beside descriptors, in the place of what is there. */
export function writeSamples(folder: string): void {
  const write = writerIn(folder);
  for (const part of ['api-descriptors', 'config', 'templates'])
    rmSync(join(folder, part), { recursive: true, force: true });
  write('api-descriptors/library/guides/reading.md', '# Reading\n\nAsk `GET /book` first.\n');
  write('config/autoload/global.yaml', CONFIGURATIONS[0]);
  for (const [from, to] of [
    ['library/v1.yaml', 'library/v1'],
    ['library/v2.yaml', 'library/v2'],
    ['orders/v1.openapi.yaml', 'orders/v1.openapi'],
  ] as const)
    write(`api-descriptors/${to}${EXTENSION}`, JSON.stringify(load(readFileSync(join(samples, from), 'utf8'))));
}

/**
 * Changes something that a site is made of.
 * @param compiles templates and formats of the project, too
 * @returns what was done, for people
 */
export function editOnce(folder: string, random: Random, step: number, compiles: boolean): string {
  const write = writerIn(folder);
  const paths = readdirSync(join(folder, 'api-descriptors'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(EXTENSION))
    .sort();
  const path = paths[random(paths.length)];
  const descriptor = `api-descriptors/${path}`;
  const text = path === undefined ? '{}' : readFileSync(join(folder, descriptor), 'utf8');
  switch (random(compiles ? 22 : 19)) {
    case 0:
      write(`api-descriptors/added${step}/v1${EXTENSION}`, text);
      return `adds a copy of ${descriptor}`;
    case 1:
      if (paths.length < 2) return 'nothing';
      rmSync(join(folder, descriptor));
      return `deletes ${descriptor}`;
    case 2:
      write('api-descriptors/library/guides/reading.md', `# Reading ${step}\n\nAsk \`GET /book\` ${step} times.\n`);
      return 'changes a guide';
    case 3:
      write(`api-descriptors/library/guides/guide-${step}.md`, `A guide.\n\n## Section ${step}\n`);
      return 'adds a guide';
    case 4:
      write('config/autoload/global.yaml', CONFIGURATIONS[random(CONFIGURATIONS.length)] ?? '');
      return 'changes the configuration';
    case 5:
      write(
        'config/locales/de.yaml',
        `count.services: '{count, plural, one {# Dienst ${step}} other {# Dienste ${step}}}'\n`,
      );
      return 'changes the words of a language';
    case 6:
      write('config/theme/own.css', `:root { --pd-frame-radius: ${step}px; }\n`);
      write('config/autoload/theme.global.yaml', 'platform-documentation: { theme: { stylesheet: own.css } }\n');
      return 'changes the style sheet';
    case 7:
      write('config/autoload/access.global.yaml', ACCESSES[random(ACCESSES.length)] ?? '');
      return 'changes who may call';
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
      write(descriptor, JSON.stringify(damage(JSON.parse(text), random)));
      return `changes anything in ${descriptor}`;
    case 13: {
      const [name, value] = EXTENSIONS[random(EXTENSIONS.length)]?.(step) ?? [];
      write(descriptor, JSON.stringify({ ...JSON.parse(text), ...(name !== undefined && { [name]: value }) }));
      return `changes ${name} of ${descriptor}`;
    }
    case 19:
      return editTemplate(write, random, step);
    case 20:
      write('config/formats/words.ts', FORMAT.replace('STEP', String(step)));
      write('config/autoload/formats.global.yaml', random(4) === 0 ? '' : FORMATS);
      return 'changes a format';
    case 21:
      write('config/autoload/formats.global.yaml', '');
      write('config/autoload/templates.global.yaml', '');
      return 'takes templates and formats away';
    default:
      write(descriptor, withOtherWord(text, random, step));
      return `changes a word in ${descriptor}`;
  }
}

/** The layout, or what it imports. */
function editTemplate(write: (path: string, text: string) => void, random: Random, step: number): string {
  const isPart = random(2) === 0;
  write('templates/part.ts', `export const mark = 'Part ${isPart ? step : 0}';\n`);
  write('templates/Layout.astro', LAYOUT.replace('STEP', isPart ? '0' : String(step)));
  write('config/autoload/templates.global.yaml', TEMPLATES);
  return isPart ? 'changes what a template imports' : 'changes a template';
}

/** Extensions of an API as a whole: some pages look for the first ones, documents of it show all. */
const EXTENSIONS: readonly ((step: number) => readonly [name: string, value: unknown])[] = [
  (step) => ['x-sunset', `2031-01-${10 + (step % 20)}`],
  (step) => ['x-webhooks', { lent: { post: { summary: `A book is lent ${step} times` } } }],
  (step) => ['x-other', step],
];
const CONFIGURATIONS = [
  'platform-documentation: { title: Example APIs, locales: [en, de] }\n',
  'platform-documentation: { title: Our APIs, locales: [en], base_url: "https://api.example.com" }\n',
  'platform-documentation: { title: Example APIs, locales: [de, en], samples: [python, curl] }\n',
  'platform-documentation: { audience: [internal] }\n',
  'platform-documentation: { title: Example APIs, try_it: { Library: self }, theme: { brand: "#5b2bd8", font: system } }\n',
  'platform-documentation: { introduction: "*All* of them.", base_url: "https://api.example.com", open_in: [{ title: Assistant, url: "https://assistant.example/?q={url}" }] }\n',
  'platform-documentation: { locales: [ar, en], mcp: false, discovery: false, check: { rules: { summary-missing: warning } } }\n',
] as const;

const ACCESSES = [
  '',
  'platform-mvc-auth: { authorization: { deny_by_default: true } }\n',
  'platform-mvc-auth: { authorization: { Library/Book: { collection: { GET: false }, entity: { GET: true } } } }\n',
] as const;

const TEMPLATES = 'view_manager: { template_map: { platform-documentation/layout: templates/Layout.astro } }\n';
const LAYOUT = `---
import Layout from 'platform-documentation/views/Layout.astro';
import { mark } from './part.ts';
---

<Layout page={Astro.props.page}><p>STEP {mark}</p><slot /></Layout>
`;

const FORMATS = 'platform-documentation: { formats: { words: config/formats/words.ts } }\n';
const FORMAT = `import { defineFormat, ViewModel } from 'platform-documentation/formats';

class WordsModel extends ViewModel {}

export default defineFormat({
  name: 'words',
  title: 'Words',
  viewModelName: 'Acme\\\\Words\\\\ViewModel',
  viewModel: WordsModel,
  mediaTypes: ['application/vnd.acme.words'],
  extension: '.words',
  levels: ['list', 'api', 'service'],
  renderer: { render: ({ document }) => 'STEP ' + document.level },
});
`;

/** One text of the descriptor that people read. */
function withOtherWord(text: string, random: Random, step: number): string {
  const places = [...text.matchAll(/"(?:description|summary|title|message|example)":"[^"\\]+/g)];
  const place = places[random(places.length)];
  if (place === undefined) return text;
  const end = place.index + place[0].length;
  return `${text.slice(0, end)} word${step}${text.slice(end)}`;
}

function writerIn(folder: string): (path: string, text: string) => void {
  return (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
}
