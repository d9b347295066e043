import { expect, test } from 'vitest';
import { visibleRecord } from '../../../src/store/visible-record.ts';
import { readText, recordOf } from '../descriptors/read-text.ts';

/** Descriptors whose hidden parts have LEAK in their names, and the others PUBLIC. */
const DESCRIPTORS: readonly (readonly [name: string, yaml: string])[] = [
  [
    'the fields and media types of a body',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /books:
    post:
      requestBody: {x-internal: true, content: {application/LEAK+json: {schema: {properties: {LEAKfield: {description: LEAK}}}}}}
      responses: {'200': {description: PUBLICok}}
  /authors:
    post:
      requestBody: {$ref: '#/components/requestBodies/LEAKbody'}
      responses: {'200': {description: PUBLICauthor}}
    put:
      requestBody:
        content:
          application/json: {x-internal: true, schema: {properties: {LEAKmedia: {type: string}}}}
          application/PUBLIC: {schema: {type: string}}
      responses: {}
components:
  requestBodies:
    LEAKbody: {x-internal: true, content: {application/json: {schema: {properties: {LEAKrb: {type: string}}}}}}
`,
  ],
  [
    'what links set of hidden parameters, and take from them',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /a:
    get:
      operationId: a
      parameters:
        - {name: LEAKp, in: query, x-internal: true, schema: {}}
        - {$ref: '#/components/parameters/Marked', x-internal: true}
        - {name: PUBLICp, in: query, schema: {}}
      responses:
        '200':
          description: ok
          links:
            one: {operationId: a, parameters: {LEAKp: 1, query.LEAKp: 2, PUBLICp: $request.query.LEAKp, query.LEAKm: 3}}
            two: {operationId: a, parameters: {query.PUBLICp: $request.query.PUBLICp}}
components:
  parameters: {Marked: {name: LEAKm, in: query, schema: {}}}
`,
  ],
  [
    'what null marks',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /LEAKpath: {x-internal: null, get: {responses: {}}}
  /PUBLIC: {get: {responses: {}}, delete: {x-internal: null, summary: LEAK, responses: {}}}
`,
  ],
  [
    'what hidden paths say, and not what the others of their service say',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /books:
    summary: PUBLICsummary
    description: PUBLICdescription
    x-team: PUBLICteam
    get: {responses: {}}
  /books/{id}:
    x-internal: true
    summary: LEAKsummary
    x-team: LEAKteam
    x-other: LEAKother
    get: {responses: {}}
  /authors:
    x-internal: true
    description: LEAKcollection
    get: {responses: {}}
  /authors/{id}:
    description: PUBLICentity
    x-team: PUBLICowner
    get: {responses: {}}
  /loans: {x-internal: true, summary: LEAKempty}
  /loans/{id}:
    summary: PUBLICloan
    get: {responses: {}}
  /members: {summary: LEAKmembers, get: {x-internal: true, responses: {}}}
  /members/{id}: {summary: PUBLICmember, get: {responses: {}}}
`,
  ],
  [
    'names of fields below what is called default, example or enum',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /a:
    get:
      responses:
        default: {description: PUBLIC, content: {application/json: {schema: {required: [LEAKa, a], properties: {a: {}, LEAKa: {x-internal: true}}}}}}
components:
  schemas:
    default: {required: [LEAKb], properties: {LEAKb: {x-internal: true}}}
    PUBLICfields:
      properties:
        example: {required: [LEAKc], properties: {LEAKc: {x-internal: true}}}
        enum: {required: [LEAKd], properties: {LEAKd: {x-internal: true}}}
`,
  ],
  [
    'references that are marked themselves',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /PUBLIC:
    post:
      parameters: [{$ref: '#/components/parameters/LEAKp', x-internal: true}]
      requestBody: {$ref: '#/components/requestBodies/LEAKb', x-internal: true}
      responses:
        '200':
          description: PUBLICok
          headers: {LEAKh: {$ref: '#/components/headers/LEAKh', x-audience: partners}}
          links: {LEAKl: {$ref: '#/components/links/LEAKl', x-internal: true}}
        '201': {$ref: '#/components/responses/LEAKr', x-internal: true}
      callbacks: {LEAKc: {$ref: '#/components/callbacks/LEAKc', x-internal: true}}
components:
  parameters: {LEAKp: {name: LEAKq, in: query, schema: {}}}
  requestBodies: {LEAKb: {content: {application/json: {schema: {properties: {LEAKbf: {}}}}}}}
  headers: {LEAKh: {description: LEAKhd, schema: {}}}
  links: {LEAKl: {operationId: LEAKid}}
  responses: {LEAKr: {description: LEAKrd}}
  callbacks: {LEAKc: {'{$url}': {post: {summary: LEAKcs, responses: {}}}}}
`,
  ],
  [
    'references of Swagger 2.0 that are marked themselves',
    `
swagger: '2.0'
info: {title: A, version: '1'}
parameters:
  LEAKp: {name: LEAKq, in: query, type: string}
  LEAKshared: {name: shared, in: body, schema: {properties: {LEAKs: {type: string}}}}
  PUBLICshared: {name: shared, in: body, schema: {properties: {shared: {type: string}}}}
  LEAKf: {name: LEAKff, in: formData, type: string}
responses: {LEAKr: {description: LEAKrd}}
definitions: {LEAKdef: {properties: {a: {type: string}}}}
paths:
  /PUBLIC:
    get:
      parameters: [{$ref: '#/parameters/LEAKp', x-internal: true}]
      responses: {'200': {description: PUBLICok}, '201': {$ref: '#/responses/LEAKr', x-internal: true}}
    post: {parameters: [{$ref: '#/parameters/LEAKshared', x-internal: true}], produces: [a/b], responses: {'201': {$ref: '#/responses/LEAKr', x-internal: true}}}
    put: {parameters: [{name: body, in: body, x-internal: true, schema: {$ref: '#/definitions/LEAKdef'}}], responses: {}}
    patch: {parameters: [{$ref: '#/parameters/LEAKf', x-internal: true}], responses: {}}
    delete: {parameters: [{$ref: '#/parameters/PUBLICshared', x-internal: true}], responses: {}}
  /PUBLICother:
    post: {parameters: [{$ref: '#/parameters/PUBLICshared'}], responses: {}}
`,
  ],
  [
    'parents of tags, groups of tags, callbacks and encodings of nothing that is left',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
x-tagGroups: [{name: LEAKgroup, tags: [LEAKtag]}, {name: PUBLICgroup, tags: [PUBLICtag]}]
tags: [{name: LEAKparent, description: LEAK}, {name: LEAKtag, parent: LEAKparent}, {name: PUBLICparent}, {name: PUBLICtag, parent: PUBLICparent}]
paths:
  /a:
    get: {tags: [LEAKtag], x-internal: true, responses: {}}
    post:
      tags: [PUBLICtag]
      requestBody: {content: {multipart/form-data: {schema: {properties: {PUBLICe: {}, LEAKe: {x-internal: true}}}, encoding: {LEAKe: {contentType: a/b}, PUBLICe: {contentType: a/b}}}}}
      responses: {}
      callbacks:
        LEAKcall: {'{$request.query.LEAK}': {post: {x-internal: true, responses: {}}}}
        PUBLICcall: {'{$request.query.u}': {post: {responses: {}}}}
`,
  ],
];

test.each(DESCRIPTORS)('hides %s', (_, yaml) => {
  const seen = JSON.stringify(visibleRecord(recordOf(readText(yaml))));
  expect(seen.match(/.{0,60}LEAK.{0,20}/g) ?? []).toEqual([]);
  for (const name of new Set(yaml.match(/PUBLIC[a-z]*/g))) expect(seen).toContain(name);
});

test.each([
  [
    'examples and data that hold such a key',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /a:
    get:
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {enum: [{x-internal: true}, 2], default: {x-internal: true, a: 1}}, examples: {one: {value: {x-audience: PUBLIC}}}}}
    put: {x-internal: true, responses: {}}
`,
    ['"enum":[{"x-internal":true},2]', '"default":{"x-internal":true,"a":1}', '"value":{"x-audience":"PUBLIC"}'],
  ],
  [
    'what is demanded of a field that others show',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths: {}
components:
  schemas:
    Base: {required: [id]}
    Child: {allOf: [{$ref: '#/components/schemas/Base'}], properties: {id: {}}}
    Other: {properties: {id: {x-internal: true}}}
`,
    ['"Base":{"required":["id"]}'],
  ],
  [
    'a parameter and a header whose schema is hidden, as they must be',
    `
openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /a:
    get:
      parameters: [{name: filter, in: query, schema: {$ref: '#/components/schemas/Secret'}}]
      responses: {'200': {description: ok, headers: {X-A: {schema: {$ref: '#/components/schemas/Secret'}}}}}
components: {schemas: {Secret: {x-internal: true}}}
`,
    ['{"name":"filter","in":"query","schema":{}}', '"X-A":{"schema":{}}'],
  ],
])('keeps %s', (_, yaml, expected) => {
  const seen = JSON.stringify(visibleRecord(recordOf(readText(yaml))));
  for (const part of expected) expect(seen).toContain(part);
});

test('takes little time for thousands of parts', () => {
  const parts = Array.from({ length: 4000 }, (_, index) => ({
    required: [`f${index}`],
    properties: { [`f${index}`]: {} },
  }));
  const schemas = { Many: { allOf: parts }, Hidden: { properties: { f1: { 'x-internal': true } } } };
  const record = recordOf(
    readText(
      JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {}, components: { schemas } }),
    ),
  );
  let asked = 0;
  const { Many = true } = record.components.schemas;
  const counted = new Proxy(typeof Many === 'boolean' ? {} : Many, {
    get(target, key, receiver) {
      if (key === 'allOf') asked++;
      return Reflect.get(target, key, receiver);
    },
  });
  const components = { ...record.components, schemas: { ...record.components.schemas, Many: counted } };
  expect(visibleRecord({ ...record, components })).not.toBeNull();
  expect(asked).toBeLessThan(100);
});
