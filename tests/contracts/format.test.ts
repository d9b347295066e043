import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TWIN_ENDING } from '../../src/descriptors/name-checks.ts';
import type { Format } from '../../src/formats/contract.ts';
import { formats } from '../../src/formats/registry.ts';
import { Api } from '../../src/model/api.ts';
import type { Document } from '../../src/presentation/page-data/document.ts';
import { hostileApi } from '../fixtures/model/hostile-api.ts';
import { apiRecord, richApi } from '../fixtures/model/rich-api.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const all: readonly Format[] = formats;

function documents(record: typeof richApi): readonly Document[] {
  const api = new Api(record);
  return [
    {
      level: 'list',
      entries: [{ name: record.name, versions: [1], defaultVersion: 1, title: record.info.title, summary: null }],
    },
    { level: 'api', api },
    ...api.getServices().map((service): Document => ({ level: 'service', api, service })),
    ...record.tags.map(({ name }): Document => ({ level: 'group', api, group: name })),
    ...api.getGuides().map((guide): Document => ({ level: 'guide', api, guide })),
    { level: 'schema-index', api },
    { level: 'changes', api, before: new Api({ ...record, version: 1, services: record.services.slice(1) }) },
    ...Object.entries(api.components.record.schemas).map(
      ([name, schema]): Document => ({ level: 'schema', api, name, schema }),
    ),
  ];
}

describe('the registry', () => {
  test('holds a format of every folder', () => {
    const folders = readdirSync('src/formats', { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !['extension', 'openapi-core'].includes(entry.name),
    );
    // In `extension` is what projects make formats of their own of, in `openapi-core` what two formats share. A
    // folder's formats begin with its name: `openapi` holds `openapi-yaml` too.
    expect(
      folders
        .map(({ name }) => name)
        .filter((name) => !all.some((format) => format.name === name || format.name.startsWith(`${name}-`))),
      'Add a line to src/formats/registry.ts.',
    ).toEqual([]);
  });

  test.each([
    ['names', all.map(({ name }) => name)],
    ['titles', all.map(({ title }) => title)],
    ['view models', all.map(({ viewModel }) => viewModel)],
    ['extensions', all.map(({ extension }) => extension)],
    ['media types', all.flatMap(({ mediaTypes }) => mediaTypes)],
  ])('has no two formats with the same %s', (_, values) => {
    expect(new Set(values).size).toBe(values.length);
  });

  test('has no extension that readers do not know: a name that ends in one hides a twin', () => {
    expect(
      all
        .flatMap(({ extension }) => [extension, extension.replace(/\.[^.]*$/, '')])
        .filter((extension) => TWIN_ENDING.exec(`Book${extension}`)?.[0] !== extension && extension !== ''),
      'Add the ending to TWIN_ENDING in src/descriptors/name-checks.ts.',
    ).toEqual([]);
  });

  test('begins with HTML, which answers a client that names no type', () => {
    expect(all[0]).toMatchObject({ name: 'html', render: null });
  });
});

describe.each(all.map((format) => [format.name, format] as const))('%s', (_, format) => {
  test('has a kebab-case name, an extension with its dot, and lower-case media types', () => {
    expect(format.name).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*$/);
    expect(format.extension).toMatch(/^(\.[a-z0-9-]+)+$/);
    for (const type of format.mediaTypes) expect(type).toMatch(/^[a-z]+\/[a-z0-9.+-]+(;[a-z]+=[a-z0-9.]+)?$/);
  });

  test('sends under an alias only what is one', () => {
    for (const alias of format.sendableAliases ?? []) expect(format.mediaTypes.slice(1)).toContain(alias);
  });

  const { render } = format;
  if (render === null) return;

  const cases = [
    ['nothing', apiRecord()],
    ['every feature', richApi],
    ['hostile content', hostileApi],
  ] as const;
  test.each(cases)(
    'writes a model with %s at its levels: the same text each time, ending in a line break',
    (_label, record) => {
      const mine = documents(record).filter((document) => format.levels.includes(document.level));
      const again = documents(structuredClone(record)).filter((document) => format.levels.includes(document.level));
      for (const [index, document] of mine.entries()) {
        const text = render(document, site);
        expect(text.endsWith('\n')).toBe(true);
        expect(text.isWellFormed()).toBe(true);
        const second = again[index];
        expect(second === undefined ? '' : render(second, site)).toBe(text);
      }
    },
  );
});
