import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * Rules for fast pages and for templates that are read at a glance. Astro writes templates, lists and
 * components in one synchronous pass. At a fragment it leaves that for a slower one; at an element whose name is a
 * variable it waits, and keeps everything after it on the page until then. What a page has thousands of is no component
 * (docs/decisions/0025).
 */
const views = fileURLToPath(new URL('../src/views/', import.meta.url));
const LONGEST_LINE = 120;

interface Template {
  readonly file: string;
  readonly script: string;
  readonly markup: string;
}

const templates: readonly Template[] = readdirSync(views, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.astro'))
  .map((file) => templateOf(file, readFileSync(join(views, file), 'utf8')));

/** Functions over `html`: the formatter breaks no line of a template. */
const functions = readdirSync(views, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
  const text = file.endsWith('.ts') ? readFileSync(join(views, file), 'utf8') : '';
  return text.includes('html`') ? [{ file, text }] : [];
});

function templateOf(file: string, text: string): Template {
  const [, script = '', markup = ''] = /^---\n(.*?)\n?---\n(.*)$/s.exec(text) ?? [];
  return { file, script, markup };
}

/** Texts that break a rule, each with its file; `Fragment` is how a slot of a layout is filled, once a page. */
const faults = {
  fragments: ({ markup }: Template) => [...markup.matchAll(/<\/?>|<Fragment(?! slot=")[^>]*>|\bset:html\b/g)],
  'elements whose name is a variable': ({ markup, script }: Template) =>
    [...markup.matchAll(/<([A-Z][\w.]*|[a-z]\w*\.\w+)(?=[\s/>])/g)].filter(
      ([, name]) => name !== 'Fragment' && !new RegExp(`^import ${name} from '[^']+\\.astro';$`, 'm').test(script),
    ),
  'programs between elements': ({ markup }: Template) => [
    ...markup.matchAll(/\(\s*\(\)\s*=>|\bconst \w+ =|\bawait\b/g),
  ],
  'something to wait for': ({ script }: Template) => [...script.matchAll(/\bawait\b/g)],
  'long lines': ({ markup, script }: Template) =>
    [...`${script}\n${markup}`.matchAll(/^.*$/gm)].filter(([line]) => line.length > LONGEST_LINE),
} as const;

describe('templates have no', () => {
  test.each(Object.entries(faults))('%s', (_, find) => {
    expect(templates.length).toBeGreaterThan(20);
    expect(templates.flatMap((template) => [...find(template)].map(([found]) => `${template.file}: ${found}`))).toEqual(
      [],
    );
  });

  test.each<[keyof typeof faults, string]>([
    ['fragments', '---\n---\n<p>{list.map((one) => <>{one}</>)}</p>'],
    ['fragments', '---\n---\n<Fragment set:html={text} />'],
    ['elements whose name is a variable', "---\nconst Heading = 'h3';\n---\n<Heading>x</Heading>"],
    ['programs between elements', '---\n---\n{(() => {\n  const a = 1;\n  return a;\n})()}'],
    ['something to wait for', '---\nconst a = await b();\n---\n<p />'],
    ['long lines', `---\n---\n<p>${'x'.repeat(LONGEST_LINE)}</p>`],
  ])('%s: %s', (rule, text) => {
    expect([...faults[rule](templateOf('', text))]).not.toEqual([]);
  });
});

test('functions over html have no long lines', () => {
  expect(functions.length).toBeGreaterThan(5);
  expect(
    functions.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, index) => (line.length > LONGEST_LINE ? [`${file}:${index + 1}`] : [])),
    ),
  ).toEqual([]);
});

test('no component draws what a page has thousands of: fields, names, entries of the navigation', () => {
  const looped = templates.flatMap(({ file, markup }) =>
    [...markup.matchAll(/=>\s*\(?\s*<([A-Z]\w*)/g)].map(([, name]) => `${file}: ${name}`),
  );
  const once = ['Operation'];
  const administration = looped.filter((entry) => entry.startsWith('admin/'));
  expect(
    looped.filter((entry) => !administration.includes(entry) && !once.some((name) => entry.endsWith(`: ${name}`))),
  ).toEqual([]);
});
