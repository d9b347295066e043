import { describe, expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import { Anchors } from '../../../../src/presentation/anchors.ts';
import type { BodyLimits } from '../../../../src/presentation/fields/field-place.ts';
import type { FieldRow, Shape, ShapeContent } from '../../../../src/presentation/fields/field-shape.ts';
import { FieldTrees } from '../../../../src/presentation/fields/field-tree.ts';
import { isFold } from '../../../../src/presentation/fields/folds.ts';
import type { Direction } from '../../../../src/schema/hidden-names.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { html } from '../../../../src/views/html.ts';
import { fieldList } from '../../../../src/views/parts/shape.ts';
import { phraseText } from '../../../../src/words/phrase.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

/** Bodies and rows of one page. */
class Page {
  readonly trees: FieldTrees;

  constructor(schemas: Record<string, JsonSchema>, limits?: BodyLimits) {
    this.trees = new FieldTrees({
      components: new Components({ ...apiRecord().components, schemas }),
      anchors: new Anchors(),
      schemaPath: (name) => `/schemas/${name}`,
      ...(limits !== undefined && { limits }),
    });
  }

  body(schema: JsonSchema, anchor: string, direction: Direction): Shape {
    return this.trees.body(schema, anchor, direction, `Place, ${anchor}`);
  }

  row(...[name, schema, required, anchor, direction, overrides]: RowArguments): FieldRow {
    return this.trees.row(name, schema, required, anchor, direction, `Place, ${anchor}`, overrides);
  }
}

type RowArguments = [string, JsonSchema, boolean, string, Direction, Parameters<FieldTrees['row']>[6]];

function treesOf(schemas: Record<string, JsonSchema> = {}, limits?: BodyLimits): Page {
  return new Page(schemas, limits);
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** `name type` of each row, nested ones indented. */
function outline({ rows, variants, note }: ShapeContent, indent = ''): readonly string[] {
  return [
    ...(note === null
      ? []
      : [`${indent}(${note.names.join(', ')}${note.isCut ? ' …' : ''}|${note.link}|${note.href})`]),
    ...rows.flatMap((row) => [
      `${indent}${row.path}${row.name}: ${textOf(row)}`,
      ...outline(row.content, `${indent}  `),
    ]),
    ...variants.flatMap((group) =>
      group.variants.flatMap((variant) => [
        `${indent}${group.kind} ${variant.title.text}`,
        ...outline(variant.content, `${indent}  `),
      ]),
    ),
  ];
}

function textOf(shape: Shape): string {
  return shape.type.map((piece) => piece.text).join('');
}

function idsOf({ rows, variants }: ShapeContent): readonly string[] {
  return [
    ...rows.flatMap((row) => [row.id, ...idsOf(row.content)]),
    ...variants.flatMap((group) => group.variants.flatMap((variant) => [variant.id, ...idsOf(variant.content)])),
  ];
}

function rowOf(content: ShapeContent, name: string): FieldRow {
  const row = content.rows.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`No row ${name}.`);
  return row;
}

const object = (properties: Record<string, JsonSchema>, rest: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...rest,
});

describe('a field tree', () => {
  const place = { Place: object({ lat: { type: 'number' }, lng: { type: 'number' }, zip: {}, city: {} }) };
  test('is drawn once in an operation: a second time a line leads there', () => {
    const page = treesOf(place);
    page.body(object({ from: ref('Place') }), 'post.body', 'request');
    const second = rowOf(page.body(object({ to: ref('Place') }), 'post.201', 'response').content, 'to');
    expect(second.counts).toBe('4 fields');
    expect(second.content.note).toEqual({
      names: ['lat', 'lng', 'zip', 'city'],
      isCut: false,
      link: 'see Place, post.body',
      href: '#post.body.from',
    });
  });

  test('is drawn again in the next operation', () => {
    const page = treesOf(place);
    page.body(ref('Place'), 'get.200', 'response');
    page.trees.startOperation();
    const { content } = page.body(ref('Place'), 'post.201', 'response');
    expect(idsOf(content)).toEqual(['lat', 'lng', 'zip', 'city'].map((name) => `post.201.${name}`));
  });

  test('is drawn in each direction where it has a field that travels one way', () => {
    const page = treesOf({ Place: object({ lat: {}, inner: object({ id: { readOnly: true } }) }) });
    page.body(ref('Place'), 'post.body', 'request');
    expect(page.body(ref('Place'), 'post.201', 'response').content.rows).toHaveLength(2);
  });

  test('a field without a description has the words of its title, as plain text; a variant has them above it', () => {
    const page = treesOf();
    const schema: JsonSchema = {
      title: 'A body of the tests',
      properties: {
        id: { title: 'The *number* of the order' },
        ids: { title: 'All numbers', items: { description: 'One number.' } },
        either: { oneOf: [{ title: 'Paid by card', properties: { card: {} } }, { properties: { iban: {} } }] },
      },
    };
    const body = page.body(schema, 'get.200', 'response');
    expect(body.descriptions).toEqual([]);
    expect(body.content.rows.map(({ descriptions }) => descriptions)).toEqual([
      ['The \\*number\\* of the order'],
      ['All numbers', 'One number.'],
      [],
    ]);
    const [either] = body.content.rows[2]?.content.variants ?? [];
    expect(either?.variants.map(({ title, descriptions }) => [title.text, descriptions])[0]).toEqual([
      'Paid by card',
      [],
    ]);
  });

  test.each<[Direction, levels: number]>([
    ['request', 4],
    ['response', 3],
  ])('of a %s has %i levels of named schemas, then links to their pages', (direction, levels) => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const schemas = Object.fromEntries(
      names.map((name, at) => [name, object(at < 5 ? { [`in${name}`]: ref(names[at + 1] ?? '') } : {})]),
    );
    const lines = outline(treesOf(schemas).body(ref('A'), 'x', direction).content);
    const last = names[levels] ?? '';
    expect(lines).toHaveLength(levels + 1);
    expect(lines.at(-1)).toBe(`${'  '.repeat(levels)}(in${last}|see schema ${last}|/schemas/${last})`);
  });

  test.each<[Direction, rows: number]>([
    ['request', 200],
    ['response', 100],
  ])('of a %s ends after %i rows: named schemas that follow are links to their pages', (direction, rows) => {
    const many = Object.fromEntries(Array.from({ length: rows - 2 }, (_, at) => [`f${at}`, {}]));
    const { content } = treesOf(place).body(object({ ...many, at: ref('Place') }), 'x', direction);
    expect(rowOf(content, 'at').content.note?.href).toBe('/schemas/Place');
    const { f0: _, f1: _f1, ...fewer } = many;
    expect(
      rowOf(treesOf(place).body(object({ ...fewer, at: ref('Place') }), 'x', direction).content, 'at').content.rows,
    ).toHaveLength(4);
  });

  test('opens the rows of a list together, the outer ones first, until sixty are seen', () => {
    const inner = object(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`x${index}`, {}])));
    const outer = object(Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`o${index}`, inner])));
    const { content } = treesOf().body(object({ a: outer, b: object({ c: inner }) }), 'get.200', 'response');
    expect(content.rows.map(({ open }) => open)).toEqual([true, true]);
    expect(rowOf(content, 'a').content.rows.map(({ open }) => open)).toEqual(Array(4).fill(true));
    expect(rowOf(content, 'b').content.rows.map(({ open }) => open)).toEqual([false]);
  });

  test('ends recursion in a link to the row that began it', () => {
    const { content } = treesOf({
      Node: object({ name: { type: 'string' }, next: ref('Node'), children: { type: 'array', items: ref('Node') } }),
    }).body(ref('Node'), 'get.200', 'response');
    expect(outline(content)).toEqual([
      'name: string',
      'next: Node',
      '  (|recursive|#get.200)',
      'children: array of Node',
      '  (|recursive|#get.200)',
    ]);
  });

  test.each<[string, Record<string, JsonSchema>]>([
    ['itself', { Loop: { allOf: [ref('Loop')] } }],
    ['a list of itself', { Loop: { type: 'array', items: ref('Loop') } }],
    ['a variant of itself', { Loop: { oneOf: [ref('Loop'), { type: 'string', minLength: 1 }] } }],
    ['the only variant of itself', { Loop: { anyOf: [ref('Loop'), { type: 'null' }] } }],
    ['free keys of itself', { Loop: { additionalProperties: ref('Loop') } }],
    ['each other', { Loop: object({ a: ref('Other') }), Other: { allOf: [ref('Loop'), object({ b: ref('Other') })] } }],
  ])('ends for a schema that is %s', (_, schemas) => {
    expect(() => treesOf(schemas).body(ref('Loop'), 'get.200', 'response')).not.toThrow();
  });

  test('stacks variants with the value that chooses them, and names the parts of an allOf', () => {
    const schemas = {
      Base: object({ kind: {} }),
      Card: { allOf: [ref('Base'), object({ number: {} })] },
      Cash: object({ coins: {} }),
    };
    const pay = {
      oneOf: [ref('Card'), ref('Cash')],
      discriminator: { propertyName: 'kind', mapping: { c: '#/components/schemas/Card' } },
    };
    const { content } = treesOf(schemas).body(object({ pay }), 'post.body', 'request');
    const [group] = rowOf(content, 'pay').content.variants;
    expect(group?.variants.map(({ id, chosen }) => [id, chosen])).toEqual([
      ['post.body.pay.~Card', [{ code: 'kind' }, ' is ', { code: '"c"' }]],
      ['post.body.pay.~Cash', [{ code: 'kind' }, ' is ', { code: '"Cash"' }]],
    ]);
    expect(group?.variants[0]?.content.parts).toEqual([{ text: 'Base', href: '/schemas/Base' }]);
    expect(idsOf(content)).toContain('post.body.pay.~Card.number');
  });

  test('within one body a schema that stands above is called by its field, elsewhere by its body', () => {
    const { trees } = treesOf(place);
    const uses = object({ a: ref('Place'), b: ref('Place') });
    const links = ['get.200', 'entity.get.200'].map((anchor) => {
      const { content } = trees.body(uses, anchor, 'response', 'Fetch, 200');
      return rowOf(content, 'b').content.note?.link;
    });
    expect(links).toEqual(['see a', 'see Fetch, 200']);
  });

  test('variants that say nothing beyond their types stay on the line', () => {
    const { content } = treesOf().body(
      object({ id: { oneOf: [{ type: 'string' }, { type: 'integer' }] } }),
      'a',
      'request',
    );
    expect(outline(content)).toEqual(['id: string or integer']);
  });

  test('a reference that may be null is that reference', () => {
    const { content } = treesOf({ Place: object({ lat: { type: 'number' } }) }).body(
      object({ at: { anyOf: [ref('Place'), { type: 'null' }] } }),
      'a',
      'request',
    );
    expect(outline(content)).toEqual(['at: Place or null', '  lat: number']);
  });

  test('leaves read-only fields out of requests and write-only ones out of responses, and says so', () => {
    const schema = object(
      { id: { readOnly: true }, secret: { writeOnly: true }, name: {} },
      { required: ['id', 'name'] },
    );
    const request = treesOf().body(schema, 'a', 'request');
    expect(request.content.rows.map(({ name }) => name)).toEqual(['secret', 'name']);
    expect(request.content.hidden).toEqual({
      link: { text: '1 read-only field not shown', href: '#a' },
      names: ['id'],
    });
    expect(request.counts).toBe('2 fields, 1 required');
    const response = treesOf().body(schema, 'a', 'response');
    expect(response.content.rows.map(({ name }) => name)).toEqual(['id', 'name']);
    expect(treesOf().body(schema, 'a', 'both').content.rows).toHaveLength(3);
  });

  test('fields of listed objects and of free keys are anchored under *', () => {
    const schema = object({
      items: { type: 'array', items: object({ sku: {} }) },
      labels: { additionalProperties: object({ text: {} }) },
    });
    expect(idsOf(treesOf().body(schema, 'post.body', 'request').content)).toEqual([
      'post.body.items',
      'post.body.items.*.sku',
      'post.body.labels',
      'post.body.labels.*',
      'post.body.labels.*.text',
    ]);
  });

  test('what values mean is a list, which names the values', () => {
    const schema = { enum: [0, 1], 'x-enum-varnames': ['Draft', 'Sent'], description: 'A state.' };
    for (const one of [schema, { type: 'array', items: schema }] as const)
      expect(treesOf().row('state', one, false, 'a', 'request', {})).toMatchObject({
        values: ['0', '1'],
        descriptions: ['A state.'],
        meanings: ['- `0` Draft\n- `1` Sent'],
      });
  });

  test('what is demanded of the items of a list stands at the list', () => {
    const row = treesOf().row(
      'tags',
      {
        type: 'array',
        maxItems: 3,
        items: { type: 'string', maxLength: 9, enum: ['a', 'b'], description: 'One tag.' },
      },
      false,
      'a',
      'request',
      {},
    );
    expect(row.facts.map(phraseText)).toEqual(['up to 3 items', 'each item: up to 9 characters']);
    expect(row.values).toEqual(['"a"', '"b"']);
    expect(row.descriptions).toEqual(['One tag.']);
  });

  test('beyond six levels rows stand side by side and carry their path', () => {
    const nest = (depth: number): JsonSchema =>
      depth === 0 ? { type: 'string' } : object({ [`l${9 - depth}`]: nest(depth - 1) });
    const lines = outline(treesOf().body(nest(8), 'a', 'request').content);
    expect(lines.at(-1)).toBe(`${'  '.repeat(5)}l1.l2.l3.l4.l5.l6.l7.l8: string`);
    expect(lines).toHaveLength(8);
  });

  test('opens to the fourth level, until sixty rows are drawn', () => {
    const deep = treesOf().body(object({ a: object({ b: object({ c: object({ d: {} }) }) }) }), 'x', 'request');
    const a = rowOf(deep.content, 'a');
    const c = rowOf(rowOf(a.content, 'b').content, 'c');
    expect([a.open, c.open]).toEqual([true, true]);
    const five = treesOf().body(
      object({ a: object({ b: object({ c: object({ d: object({ e: {} }) }) }) }) }),
      'x',
      'request',
    );
    expect(rowOf(rowOf(rowOf(rowOf(five.content, 'a').content, 'b').content, 'c').content, 'd').open).toBe(false);
    const wide = object({
      ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, {}])),
      late: object({ x: {} }),
    });
    expect(rowOf(treesOf().body(wide, 'x', 'request').content, 'late').open).toBe(false);
  });

  test('has an index of its names where not all of its rows can be open at once', () => {
    const rows = (count: number): Record<string, JsonSchema> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, {}]));
    const bodyOf = (count: number): Shape =>
      treesOf().body(object({ names: object(rows(count - 1)) }), 'post.body', 'request');
    expect(bodyOf(60).index).toBeUndefined();
    expect(bodyOf(61).index).toEqual({ id: 'post.body.~names', whole: '#post.body' });
  });

  const cat = { Cat: object({ lives: {} }) };
  const idOr = (...others: JsonSchema[]): JsonSchema =>
    object({ pet: { anyOf: [{ type: 'string', maxLength: 9 }, ...others] } });

  test.each<[string, Direction, JsonSchema, readonly string[]]>([
    [
      'is a link in a response',
      'response',
      idOr(ref('Cat')),
      ['  anyOf Cat', '    (lives|see schema Cat|/schemas/Cat)'],
    ],
    ['is drawn in a request, which may hold it', 'request', idOr(ref('Cat')), ['  anyOf Cat', '    lives: any value']],
    [
      'is drawn where the text is one of a list, and so no id',
      'response',
      object({ pet: { anyOf: [{ type: 'string', enum: ['none'] }, ref('Cat')] } }),
      ['  anyOf Cat', '    lives: any value'],
    ],
    [
      'is drawn where it has no page of its own',
      'response',
      idOr(object({ lives: {} })),
      ['  anyOf Variant 2', '    lives: any value'],
    ],
  ])('a schema that a text such as an id may stand for %s', (_, direction, schema, expected) => {
    expect(outline(treesOf(cat).body(schema, 'x', direction).content).slice(-2)).toEqual(expected);
  });

  test('the body itself is drawn, also where a text may stand for it', () => {
    const body = treesOf(cat).body({ anyOf: [{ type: 'string' }, ref('Cat')] }, 'x', 'response');
    expect(outline(body.content).slice(-1)).toEqual(['  lives: any value']);
  });

  test('has the limits of its page where that has its own', () => {
    const schemas = { A: object({ b: ref('B') }), B: object({ c: ref('C') }), C: object({ d: {} }) };
    expect(outline(treesOf(schemas, { depth: 2, rows: 100 }).body(ref('A'), 'x', 'response').content)).toEqual([
      'b: B',
      '  c: C',
      '    (d|see schema C|/schemas/C)',
    ]);
  });

  describe('what is written in place in a named schema, beyond the rows of a body', () => {
    const many = object(Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`f${at}`, {}])));
    const schemas = {
      Event: object({ many, made: object({ by: object({ name: {} }), at: {} }), list: { type: 'array', items: many } }),
      Events: { type: 'array', items: object({ many, of: object({ name: {} }) }) },
      Named: object({ many, kind: { oneOf: [ref('Event'), object({ its: object({ name: {} }) })] } }),
    } satisfies Record<string, JsonSchema>;
    const lastOf = (schema: JsonSchema, direction: Direction, limits?: BodyLimits): string | undefined =>
      outline(treesOf(schemas, limits).body(schema, 'x', direction).content).at(-1);

    test.each<[string, JsonSchema, Direction, string]>([
      ['is on the page of that schema', ref('Event'), 'response', 'see schema Event|/schemas/Event#schema.list'],
      ['also in a list', { type: 'array', items: ref('Event') }, 'response', '|/schemas/Event#schema.list'],
      ['also of a named list', ref('Events'), 'response', '(name|see schema Events|/schemas/Events#schema.*.of)'],
      ['and in variants', ref('Named'), 'response', '(|see schema Named|/schemas/Named#schema.kind)'],
      ['is drawn in requests, which readers write', ref('Event'), 'request', '  f98: any value'],
      ['is drawn where no schema has a page', object({ many, a: many }), 'response', '  f98: any value'],
    ])('%s', (_, schema, direction, expected) => {
      expect(lastOf(schema, direction)).toContain(expected);
    });

    test('is drawn on that page', () => {
      expect(lastOf(ref('Event'), 'both', { depth: 1, rows: 9 })).toBe('  f98: any value');
    });
  });

  test('a schema that the descriptor lacks is named at its place', () => {
    const { content } = treesOf({ Lost: { 'x-platform-missing': 'schema “Lost” is not in the descriptor' } }).body(
      object({ a: ref('Lost') }),
      'x',
      'request',
    );
    expect(outline(content)).toEqual(['a: unknown: schema “Lost” is not in the descriptor']);
  });

  test('every id is unique, also where names differ only by what the anchor encodes', () => {
    const schema = object(
      { 'a.b': {}, a: object({ b: {} }), '~x': {}, '*': {}, __proto__: {} },
      { additionalProperties: object({ y: {} }) },
    );
    const trees = treesOf();
    const ids = [
      ...idsOf(trees.body(schema, 'x', 'request').content),
      ...idsOf(trees.body(schema, 'x', 'request').content),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('x.a%2Eb');
  });
});

describe('a schema that comes back through a component it extends', () => {
  const more = { properties: { extra: { type: 'string' } } } as const;
  test.each<[string, JsonSchema]>([
    ['with properties beside the reference', { $ref: '#/components/schemas/Plant', ...more }],
    ['with properties in allOf', { allOf: [ref('Plant'), more] }],
    ['with demands beside the reference', { $ref: '#/components/schemas/Plant', required: ['extra'] }],
    ['in a list', { type: 'array', items: { allOf: [ref('Plant'), more] } }],
    [
      'as variants',
      { oneOf: [{ allOf: [ref('Plant'), more] }, { allOf: [ref('Plant'), { properties: { other: {} } }] }] },
    ],
    ['changed each time', { $ref: '#/components/schemas/Plant', properties: { parent: { properties: { z: {} } } } }],
  ])('%s ends', (_, parent) => {
    const schemas: Record<string, JsonSchema> = { Plant: { type: 'object', properties: { parent } } };
    const lines = outline(treesOf(schemas).body(ref('Plant'), 'body', 'both').content);
    expect(lines.some((line) => line.includes('|recursive|'))).toBe(true);
    expect(lines.length).toBeLessThan(60);
  });
});

describe('the type of a row', () => {
  test.each<[string, JsonSchema, readonly [string, string | null][]]>([
    ['a dotted name by its last part', ref('io.k8s.Box'), [['Box', '/schemas/io.k8s.Box']]],
    [
      'what a list holds',
      { type: 'array', items: ref('io.k8s.Box') },
      [
        ['array of ', null],
        ['Box', '/schemas/io.k8s.Box'],
      ],
    ],
    [
      'a named string',
      ref('Quantity'),
      [
        ['Quantity', '/schemas/Quantity'],
        [', a string', null],
      ],
    ],
    [
      'a list of named integers',
      { type: 'array', items: ref('Port') },
      [
        ['array of ', null],
        ['Port', '/schemas/Port'],
        [', each an integer, int32', null],
      ],
    ],
    [
      'a list of strings whose name is a letter of the words around it',
      { type: 'array', items: ref('e') },
      [
        ['array of ', null],
        ['e', '/schemas/e'],
        [', each a string', null],
      ],
    ],
    ['a described reference', { allOf: [ref('io.k8s.Box')], description: 'It.' }, [['Box', '/schemas/io.k8s.Box']]],
    [
      'an object that may be null',
      ref('Absent'),
      [
        ['Absent', '/schemas/Absent'],
        [' or null', null],
      ],
    ],
    [
      'one of the two that may be null',
      { anyOf: [ref('Absent'), { type: 'null' }] },
      [
        ['Absent', '/schemas/Absent'],
        [' or null', null],
      ],
    ],
    [
      'a named string that may be null',
      ref('Colour'),
      [
        ['Colour', '/schemas/Colour'],
        [', a string or null', null],
      ],
    ],
    [
      'a text that may be empty',
      { anyOf: [{ type: 'string' }, { type: 'string', enum: [''] }] },
      [['string, or empty', null]],
    ],
    [
      'plain values with limits',
      { anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 5 }] },
      [['integer, or string, up to 5 characters', null]],
    ],
  ])('names %s', (_, schema, expected) => {
    const { content } = treesOf({
      'io.k8s.Box': object({ a: {} }),
      Quantity: { type: 'string', description: 'How much.' },
      Port: { type: 'integer', format: 'int32' },
      e: { type: 'string' },
      Absent: { type: ['object', 'null'], properties: { a: {} } },
      Colour: { type: ['string', 'null'] },
    }).body(object({ it: schema }), 'a', 'request');
    const { type } = rowOf(content, 'it');
    expect(type.map(({ text, href }) => [text, href])).toEqual(expected);
    expect(rowOf(content, 'it').content.variants).toEqual([]);
  });
});

test('what may be empty has what is inside it, and no variant for the empty text', () => {
  const empty: JsonSchema = { type: 'string', enum: [''] };
  const { content } = treesOf().body(
    object({
      filled: { anyOf: [object({ a: {} }), empty] },
      list: { anyOf: [{ type: 'array', items: { type: 'string' } }, empty] },
    }),
    'a',
    'request',
  );
  const filled = rowOf(content, 'filled');
  expect(filled.content.variants.map(({ variants }) => variants.map(({ id, counts }) => [id, counts]))).toEqual([
    [['a.filled.~1', '1 field']],
  ]);
  expect(rowOf(content, 'list').content.variants).toEqual([]);
  const text = String(html`${fieldList([filled], wordsOf(new Components(apiRecord().components)))}`);
  expect(text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).toContain('filled object, or empty 1 field');
});

test.each<[boolean, JsonSchema]>([
  [false, { additionalProperties: ref('Quantity') }],
  [true, { additionalProperties: object({ a: {} }) }],
  [true, object({ a: {} })],
])('of what is inside a row, %s can be closed: %j', (canClose, schema) => {
  const schemas = { Quantity: { type: 'string', description: 'How much' } } as const;
  const { content } = treesOf(schemas).body(object({ limits: schema }), 'post.body', 'request');
  expect(isFold(rowOf(content, 'limits').content)).toBe(canClose);
});

test('of many variants, the last are links to their schemas with the names of their fields', () => {
  const names = Array.from({ length: 60 }, (_, index) => `V${index}`);
  const properties = (variant: string): Record<string, JsonSchema> =>
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${variant}f${index}`, { type: 'string' }]));
  const schemas = Object.fromEntries(names.map((name) => [name, { properties: properties(name) }]));
  const { content } = treesOf(schemas).body({ oneOf: names.map(ref) }, 'post.body', 'request');
  const sections = content.variants.flatMap((group) => group.variants);
  expect(sections.map(({ title }) => title)).toEqual(names.map((text) => ({ text, href: `/schemas/${text}` })));
  // The body itself and its variants, then five times thirty fields.
  expect(sections.filter((section) => section.content.rows.length === 30)).toHaveLength(5);
  const first = Object.keys(properties('V59')).slice(0, 12);
  expect(sections.at(-1)?.content.note).toMatchObject({ isCut: true, href: '/schemas/V59' });
  expect(sections.at(-1)?.content.note?.names).toEqual(first);
});
