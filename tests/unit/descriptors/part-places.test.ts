import { expect, test } from 'vitest';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { RuleBook } from '../../../src/rules/rule-book.ts';
import { projectWith } from '../config/project.ts';

const RESPONSES = "responses: { '200': { description: OK } }";

/** A main file whose path stands in another one, as do a parameter and a schema. */
const FILES = {
  'd/main.yaml': `openapi: 3.1.0
info: { title: Events, version: '1' }
paths:
  /events/{id}:
    $ref: paths/events.yaml
  /boats:
    get: { summary: Boats, ${RESPONSES} }
    post: { ${RESPONSES} }
`,
  'd/paths/events.yaml': `parameters:
  - { name: id, in: path, required: true, schema: { type: string } }
get:
  summary: Events
  ${RESPONSES}
  parameters:
    - { $ref: ../limit.yaml }
    - { name: q, in: query, schema: { type: string } }
post:
  ${RESPONSES}
`,
  'd/limit.yaml': 'name: limit\nin: query\nschema: { type: integer }\n',
};

function found(rule: string, exceptions: readonly { readonly at: string }[] = []): readonly string[] {
  const rules = new RuleBook({
    extends: 'minimal',
    rules: { [rule]: 'warning' },
    exceptions: exceptions.map(({ at }) => ({ rule, api: null, at })),
  });
  const { diagnostics } = readFolder({ projectRoot: projectWith(FILES), folder: 'd', rules });
  return diagnostics.map(({ file, line, column }) => `${file}:${line}:${column}`);
}

test('an operation behind a reference of its path has its own file and line', () => {
  expect(found('summary-missing')).toEqual(['d/main.yaml:8:5', 'd/paths/events.yaml:9:1']);
});

test('so have its parameters, those of its path and those behind references', () => {
  expect(found('parameter-description-missing')).toEqual([
    'd/limit.yaml:1:1',
    'd/paths/events.yaml:2:5',
    'd/paths/events.yaml:8:7',
  ]);
});

test('exceptions name it by its call, and by where its path stands', () => {
  expect(found('summary-missing', [{ at: 'POST /events/{id}' }])).toEqual(['d/main.yaml:8:5']);
  expect(found('summary-missing', [{ at: '#/paths/~1events~1{id}' }])).toEqual(['d/main.yaml:8:5']);
});
