import { describe, expect, test } from 'vitest';
import { Anchors } from '../../../src/presentation/anchors.ts';
import type { FieldRow } from '../../../src/presentation/fields/field-shape.ts';
import { FieldTrees } from '../../../src/presentation/fields/field-tree.ts';
import { schemaUsage } from '../../../src/presentation/schemas/schema-usage.ts';
import { schemaRows, schemaView } from '../../../src/presentation/schemas/schema-view.ts';
import { sample } from '../../../src/schema/sample.ts';
import { phraseText } from '../../../src/words/phrase.ts';
import { changed, described, foundIn, written } from './described.ts';

const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });

interface Shelter {
  /** Schema of the guests. */
  readonly of?: string;
  readonly mapping?: object;
  readonly dog?: object;
  readonly more?: object;
}

/** An animal shelter: a parent with a discriminator, and subtypes that include it by `allOf`. */
function shelter({ of = 'Animal', mapping, dog = {}, more = {} }: Shelter = {}) {
  const properties = { barks: { type: 'boolean' }, ...dog };
  return described({
    openapi: '3.0.3',
    info: { title: 'Shelter', version: '1' },
    paths: {
      '/guests': {
        get: {
          summary: 'List guests',
          responses: { 200: { description: 'All', content: { 'application/json': { schema: schemaOf(of) } } } },
        },
      },
    },
    components: {
      schemas: {
        Animal: {
          type: 'object',
          required: ['species', 'chip'],
          properties: { species: { type: 'string' }, chip: { type: 'string' } },
          discriminator: { propertyName: 'species', ...(mapping && { mapping }) },
        },
        Dog: { allOf: [schemaOf('Animal'), { type: 'object', properties }] },
        Cat: { allOf: [schemaOf('Animal'), { type: 'object', properties: { lives: { type: 'integer' } } }] },
        ...more,
      },
    },
  });
}

const MAPPED = { dog: schemaOf('Dog').$ref, cat: 'Cat' };

describe('schemas that include a parent with a discriminator are its variants', () => {
  test.each([
    ['chosen by the mapping', MAPPED, ['dog', 'cat']],
    ['chosen by their names without one', undefined, ['Dog', 'Cat']],
  ])('%s', (_kind, mapping, values) => {
    const api = shelter(mapping && { mapping });
    const markdown = written(api, 'guests', 'markdown');
    for (const text of ['barks', 'lives', ...values.map((value) => `"${value}"`)]) expect(markdown).toContain(text);
    const document = JSON.parse(written(api, 'guests', 'openapi'));
    expect(Object.keys(document.components.schemas)).toEqual(['Animal', 'Dog', 'Cat']);
    const definitions = JSON.parse(written(api, 'guests', 'swagger'));
    expect(Object.keys(definitions.definitions)).toEqual(['Animal', 'Dog', 'Cat']);
    const { value } = sample(schemaOf('Animal'), api.components, { direction: 'response' });
    expect(value).toEqual({ species: values[0], chip: 'string', barks: true });
    for (const name of ['Dog', 'Cat']) expect(schemaUsage(api).get(name)?.all.length, name).toBe(1);
  });

  test('which show their own fields below those of the parent', () => {
    const { components } = shelter({
      more: {
        Fox: { allOf: [schemaOf('Animal'), { required: ['den'], properties: { den: {}, chip: { maxLength: 9 } } }] },
      },
    });
    const trees = new FieldTrees({ components, anchors: new Anchors(), schemaPath: (name) => name });
    const { rows, variants } = trees.body(schemaOf('Animal'), 'body', 'response', 'Guests').content;
    const names = (list: readonly FieldRow[]) => list.map(({ name }) => name);
    expect(names(rows)).toEqual(['species', 'chip']);
    expect(variants.flatMap((group) => group.variants.map(({ content }) => names(content.rows)))).toEqual([
      ['barks'],
      ['lives'],
      ['chip', 'den'],
    ]);
  });

  test('where a schema refers to the parent beside other keywords, or says that it may be null', () => {
    const guests = {
      type: 'object',
      properties: { first: { description: 'Came first', allOf: [schemaOf('Animal')] } },
    };
    const more = { Guests: guests, Some: { nullable: true, allOf: [schemaOf('Animal')] } };
    const api = shelter({ more });
    for (const [name, type] of [
      ['schemas/Guests', '`Animal`, one of `Dog`, `Cat`, chosen by species'],
      ['schemas/Some', '`Animal` or null'],
    ] as const)
      expect(written(api, name, 'markdown'), name).toContain(type);
  });

  test('chosen by the only value that they allow, or the one that a generator noted', () => {
    const Fox = { allOf: [schemaOf('Animal'), { properties: { species: { enum: ['vulpes'] } } }] };
    const Owl = { 'x-ms-discriminator-value': 'strix', allOf: [schemaOf('Animal')] };
    const Barn = { allOf: [schemaOf('Owl')] };
    expect(shelter({ more: { Fox, Owl, Barn } }).components.schema('Animal')).toMatchObject({
      discriminator: {
        mapping: { vulpes: schemaOf('Fox').$ref, strix: schemaOf('Owl').$ref, Barn: schemaOf('Barn').$ref },
      },
    });
  });

  test('of which the first is the example, also where others allow its fields', () => {
    const Ox = { allOf: [schemaOf('Animal'), { required: ['horns'], properties: { horns: { type: 'integer' } } }] };
    const { components } = shelter({ mapping: { ox: schemaOf('Ox').$ref, ...MAPPED }, more: { Ox } });
    const { value } = sample(schemaOf('Animal'), components, { direction: 'response' });
    expect(value).toEqual({ species: 'ox', chip: 'string', horns: 1 });
  });

  test('each with all values that choose it', () => {
    const api = shelter({ mapping: { dog: schemaOf('Dog').$ref, hound: 'Dog', cat: schemaOf('Cat').$ref } });
    expect(foundIn(api, 'hound').map((row) => row.split(' | ')[0])).toEqual([
      'value Dog › hound',
      'value Animal › hound',
    ]);
    const markdown = written(api, 'guests', 'markdown');
    expect(markdown).toContain('(`species` is `"dog"` or `"hound"`)');
    expect(markdown).toContain('(`species` is `"cat"`)');
    const trees = new FieldTrees({ components: api.components, anchors: new Anchors(), schemaPath: String });
    const [group] = trees.body(schemaOf('Animal'), 'body', 'response', 'Guests').content.variants;
    expect(group?.variants.map(({ chosen }) => chosen && phraseText(chosen))).toEqual([
      'species is "dog" or "hound"',
      'species is "cat"',
    ]);
  });

  test('but a subtype alone is itself, on its page, in the list of schemas and in its example', () => {
    const api = shelter({ mapping: MAPPED, more: { Puppy: { allOf: [schemaOf('Dog')] } } });
    for (const [name, value] of [
      ['Dog', 'dog'],
      ['Puppy', 'Puppy'],
    ] as const) {
      const { shape, example } = schemaView(api, name, api.components.schema(name) ?? true);
      expect(shape.type).toEqual([{ text: 'object', href: null }]);
      expect(JSON.parse(example?.text ?? '')).toEqual({ species: value, chip: 'string', barks: true });
    }
    expect(schemaRows(api).map(({ title, kind }) => `${title}: ${kind}`)).toEqual([
      'Animal: one of Dog, Cat, Puppy, chosen by species',
      'Cat: object',
      'Dog: object',
      'Puppy: object',
    ]);
  });

  test('but a subtype is no use of the others', () => {
    const api = shelter({ of: 'Dog' });
    expect(written(api, 'schemas/Dog', 'markdown')).not.toContain('lives');
    expect(schemaUsage(api).get('Animal')?.all.length).toBe(1);
    expect(schemaUsage(api).get('Cat')).toBeUndefined();
  });

  test('and a change of one is a change of every operation with the parent', () => {
    const before = shelter({ mapping: MAPPED });
    expect(changed(before, shelter({ mapping: MAPPED, dog: { barks: { type: 'integer' } } }))).toEqual([
      'breaking type-changed',
    ]);
    expect(changed(shelter(), shelter({ more: { Fox: { allOf: [schemaOf('Animal')] } } }))).toEqual([
      'breaking variant-added',
    ]);
  });
});
