import { describe, expect, test } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import { writtenText } from '../../src/formats/written-text.ts';
import { Api } from '../../src/model/api.ts';
import { allParts, startNoting, withDependencies } from '../../src/model/dependencies.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { withShownTexts } from '../../src/model/shown-text.ts';
import { textsIn, withTexts } from '../../src/release/incremental/document-pieces.ts';
import { trackedRecord, valueOfPart } from '../../src/release/incremental/tracked-record.ts';
import { hostileApi } from '../fixtures/model/hostile-api.ts';
import { richApi } from '../fixtures/model/rich-api.ts';
import { type Random, randomOf } from './damage.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const written = formats.filter(
  ({ writtenAtBuild, render, levels }) => writtenAtBuild && render && levels.includes('api'),
);
/** Texts that formats could mistake for markup. */
const TEXTS = [
  'Fetches it',
  ' begins with a blank',
  'ends with one ',
  'two\nlines',
  'two\n\n  lines and an end\n',
  'many ends\n\n\n',
  '\n',
  'null',
  'yes',
  '- one\n- two',
  '#/components/schemas/Book',
  '"quoted" \\ {braces}: |',
  '\u00000\u0000',
  '\u0007\u2028\ud800',
  'Bücher 📚',
  'x'.repeat(3_000),
];

type Made = Awaited<ReturnType<typeof make>>;

async function make(format: (typeof formats)[number], record: ApiRecord, isShown: boolean) {
  const end = startNoting();
  try {
    const document = { level: 'api', api: new Api(trackedRecord(record)) } as const;
    const render = () => ({ content: format.render?.(document, site) ?? '' });
    const { value, dependencies } = await withDependencies(async () =>
      isShown ? withShownTexts(render) : { made: render(), texts: [] },
    );
    const texts = textsIn(value.made.content, value.texts, dependencies);
    return { text: value.made.content, texts, frame: allParts(dependencies) };
  } finally {
    end?.();
  }
}

/** The record with other texts in these parts. */
function withOtherTexts(record: ApiRecord, { texts }: Made, random: Random): ApiRecord {
  const copy = structuredClone(record);
  for (const part of new Set(texts.map((text) => text.part))) {
    const path = part.slice(part.indexOf(':') + 1).split('.');
    let owner: object = copy;
    for (const key of path.slice(0, -1)) owner = Reflect.get(owner, key);
    if (random(3) > 0) Reflect.set(owner, path.at(-1) ?? '', TEXTS[random(TEXTS.length)]);
  }
  return copy;
}

const records = { rich: richApi, hostile: hostileApi };

describe.each(written)('$name', (format) => {
  test.each(['rich', 'hostile'] as const)('is the same with shown texts and without, of a %s API', async (name) => {
    const shown = await make(format, records[name], true);
    expect(shown.text).toBe((await make(format, records[name], false)).text);
    for (const { part, byteOffset, byteLength, indent } of shown.texts)
      expect(Buffer.from(shown.text).toString('utf8', byteOffset, byteOffset + byteLength)).toBe(
        writtenText(String(valueOfPart([records[name]], part)), indent),
      );
  });

  test.each(['rich', 'hostile'] as const)(
    'has the bytes of a clean build with other texts, of a %s API',
    async (name) => {
      const shown = await make(format, records[name], true);
      for (let seed = 1; seed <= 20; seed += 1) {
        const changed = withOtherTexts(records[name], shown, randomOf(seed));
        const { text, ...noted } = await make(format, changed, true);
        const now = (part: string): unknown => valueOfPart([changed], part);
        const hasChanged = (part: string): boolean => now(part) !== valueOfPart([records[name]], part);
        const taken = withTexts(Buffer.from(shown.text), shown.texts, hasChanged, now);
        expect(taken && Buffer.from(taken.content)).toEqual(Buffer.from(text));
        expect({ texts: taken?.texts, frame: shown.frame }).toEqual(noted);
      }
    },
  );
});

test.each(written.filter(({ name, isServiceDescription }) => name === 'json' || isServiceDescription === true))(
  '$name shows texts of operations and of the API',
  async (format) => {
    const { texts } = await make(format, richApi, true);
    const kinds = new Set(texts.map(({ part }) => part.replaceAll(/\d+/g, '0')));
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        '0:services.0.operations.0.description',
        '0:services.0.operations.0.summary',
        '0:info.description',
      ]),
    );
  },
);

test('a text that is gone, or that there was not, is a change of the document', async () => {
  const format = formats.find(({ name }) => name === 'json');
  if (format === undefined) throw new Error('There is no JSON.');
  const shown = await make(format, richApi, true);
  expect(shown.texts.length).toBeGreaterThan(0);
  expect(
    withTexts(
      Buffer.from(shown.text),
      shown.texts,
      () => true,
      () => null,
    ),
  ).toBeUndefined();
  expect(
    withTexts(
      Buffer.from(shown.text),
      shown.texts,
      () => true,
      () => '',
    ),
  ).toBeUndefined();
  const absent = richApi.services.findIndex(({ operations }) =>
    operations.some(({ description }) => description === null),
  );
  const place = richApi.services[absent]?.operations.findIndex(({ description }) => description === null);
  expect(shown.frame).toContain(`${richApi.version}:services.${absent}.operations.${place}.description`);
});

test('what a descriptor says cannot be taken for a shown text', async () => {
  for (const format of written) {
    const record = { ...richApi, info: { ...richApi.info, title: '\u00000\u0000' } };
    const shown = await make(format, record, true);
    expect(shown.text).toBe((await make(format, record, false)).text);
    const taken = withTexts(
      Buffer.from(shown.text),
      shown.texts,
      () => true,
      (part) => valueOfPart([record], part),
    );
    expect(taken && Buffer.from(taken.content)).toEqual(Buffer.from(shown.text));
  }
});
