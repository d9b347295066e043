import { error, type Rule, warning } from '../contract.ts';

/** Rules for references between parts and files. */
export const referenceRules: readonly Rule[] = [
  error(
    'ref-outside',
    [
      'The reference “…” leads out of the folder of descriptors.',
      'The reference “…” is a path of Windows.',
      'The reference “…” has a backslash.',
    ],
    'Nothing outside of the folder is read: a descriptor must not publish other files of the machine, and ' +
      'URLs are not fetched. Copy the file into the folder. ' +
      'References are URLs, with slashes on every system.',
    {
      bad: 'components:\n  schemas:\n    Book: { $ref: ../../secret.yaml }',
      good: "components:\n  schemas:\n    Book: { $ref: '#/components/schemas/Item' }\n    Item: { type: object }",
    },
  ),
  error('ref-unreadable', ['The file … cannot be read.'], 'The referenced file has errors. Correct those first.'),
  warning(
    'ref-not-found',
    'minimal',
    [
      'The reference “…” leads to nothing.',
      'The file “…” does not exist.',
      'The link leads to no operation “…”.',
      'The references by $dynamicRef lead to too many schemas, so some were not followed.',
    ],
    'Pages show that something is missing there. The name after `#/` is misspelt, its definition is missing, or the path is not relative to the file with the reference.',
    {
      bad: "components:\n  schemas:\n    Book: { $ref: '#/components/schemas/Itme' }\n    Item: { type: object }",
      good: "components:\n  schemas:\n    Book: { $ref: '#/components/schemas/Item' }\n    Item: { type: object }",
    },
  ),
  warning(
    'ref-cycle',
    'minimal',
    [
      'The reference “…” leads back to itself.',
      'The … “…” is a reference that leads back to itself.',
      'The callback contains itself; it was left out.',
    ],
    'A definition that only refers to itself defines nothing. Write the definition.',
    {
      bad: "components:\n  schemas:\n    Book: { $ref: '#/components/schemas/Book' }",
      good: 'components:\n  schemas:\n    Book: { type: object }',
      alsoKnownAs: ['ref-endless'],
    },
  ),
  warning(
    'ref-kind',
    'minimal',
    ['The reference leads to an entry of “…”, which was read as one of “…”.'],
    'A parameter is not a schema or a response. Refer to an entry of the right kind.',
    {
      bad: "components:\n  responses:\n    Gone: { $ref: '#/components/schemas/Gone' }\n  schemas:\n    Gone: { type: object, description: It is gone. }",
      good: 'components:\n  responses:\n    Gone: { description: It is gone. }',
    },
  ),
  warning(
    'ref-audience',
    'always',
    ['The target of the reference “…” is hidden from some readers; the reference was left out.'],
    'The target is below `x-internal` or `x-audience`, and a map or a list cannot have these keys: it is left out for all readers. Mark the part that contains the reference in the same way, or move its target.',
    {
      bad: 'paths:\n  /books:\n    get: { parameters: { $ref: "#/x-staff/list" } }\nx-staff: { x-internal: true, list: [] }',
      good: 'paths:\n  /books:\n    x-internal: true\n    get: { parameters: { $ref: "#/x-staff/list" } }\nx-staff: { x-internal: true, list: [] }',
    },
  ),
  warning(
    'ref-sibling',
    'recommended',
    ['… beside $ref has no effect in this version.'],
    'Before OpenAPI 3.1, tools ignore keys beside `$ref`. This one reads `description`, `nullable`, `readOnly`, `writeOnly` and `deprecated` there. For others, use `allOf`, or OpenAPI 3.1.',
    {
      bad: "openapi: 3.0.3\ncomponents:\n  schemas:\n    Item: { type: object }\n    Book: { $ref: '#/components/schemas/Item', maxProperties: 3 }",
      good: "openapi: 3.0.3\ncomponents:\n  schemas:\n    Item: { type: object }\n    Book: { allOf: [{ $ref: '#/components/schemas/Item' }], maxProperties: 3 }",
    },
  ),
  warning(
    'path-item-unused',
    'recommended',
    ['No path refers to the path item “…”, so it is not shown.'],
    'Its operations are not documented. Refer to it from a path, or remove it.',
    {
      bad: 'components:\n  pathItems:\n    Books: { get: { responses: {} } }',
      good: "paths:\n  /books: { $ref: '#/components/pathItems/Books' }\ncomponents:\n  pathItems:\n    Books: { get: { responses: {} } }",
    },
  ),
];
