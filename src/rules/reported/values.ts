import { both, error, type Rule, warning } from '../contract.ts';

const SCHEMA = 'components:\n  schemas:\n    Book:';

/** Rules for keys, types and values. */
export const valueRules: readonly Rule[] = [
  both(
    'wrong-type',
    'minimal',
    ['“…” is text, but must be a number.', '“license” must be an object.'],
    'A value of the wrong type is left out or converted. Remove quotes around numbers and flags; write lists and objects where the message asks for them.',
    { bad: `${SCHEMA} { type: string, maxLength: '5' }`, good: `${SCHEMA} { type: string, maxLength: 5 }` },
  ),
  both(
    'wrong-value',
    'minimal',
    ['… is not a value for …', '“…” is not a media type.'],
    'The message lists the allowed values, or describes them.',
    {
      bad: 'api: Books\nversion: 0\nservices: []',
      good: 'api: Books\nversion: 1\nservices: []',
    },
  ),
  both(
    'missing-key',
    'minimal',
    ['The descriptor has no “info”.', '“info” has no “…”.', 'The key … is missing in …'],
    'The specification of the format requires it, and other programs refuse the descriptor. Add it.',
    { bad: 'info: { title: Books }', good: "info: { title: Books, version: '1' }" },
  ),
  both(
    'unknown-key',
    'minimal',
    ['… is not a key of …', 'The key “…” is not known at the top level'],
    'A key that is not known has no effect; often it is misspelt. Correct it, or begin a key of your own with `x-`.',
    { bad: 'api: Books\nversion: 1\nservicse: []\nservices: []', good: 'api: Books\nversion: 1\nservices: []' },
  ),
  error(
    'audience-key',
    ['The key … hides nothing from readers; … may be meant.'],
    '`x-internal` and `x-audience` say who may read a part. A misspelt key, such as `x_internal`, `X-Internal`, `x-internals` or `internal`, would publish what it should hide, and so would `x-hidden`, `x-excluded` and `x-scalar-ignore` of other tools: the descriptor is not published. Correct the key, or rename a key of another meaning.',
    {
      bad: `${SCHEMA} { type: object, x_internal: true }`,
      good: `${SCHEMA} { type: object, x-internal: true }`,
    },
  ),
  warning(
    'schema-type',
    'minimal',
    ['There is no type …', 'OpenAPI 3.0 has no lists of types; it was read as one of OpenAPI 3.1.'],
    'Types are null, boolean, integer, number, string, array and object; dates are strings with a ' +
      '`format`. Leave `type` out to allow any. ' +
      'In OpenAPI 3.0, `nullable: true` stands for null in a list.',
    { bad: `${SCHEMA} { type: date }`, good: `${SCHEMA} { type: string, format: date }` },
  ),
  warning(
    'required-flag',
    'minimal',
    ['“required” is a list of names in a schema, not true or false.'],
    'List the names of required properties at the object that has them.',
    {
      bad: `${SCHEMA}\n      type: object\n      properties: { title: { type: string, required: true } }`,
      good: `${SCHEMA}\n      type: object\n      required: [title]\n      properties: { title: { type: string } }`,
    },
  ),
  warning(
    'example-mismatch',
    'recommended',
    ['In the example, “…” …', 'The example …'],
    'Readers copy examples, and the API would refuse this one. The message is at the first difference; at most 50 of a file are listed. Correct the example, or its schema.',
    {
      bad: `${SCHEMA} { type: string, maxLength: 3, example: Dune }`,
      good: `${SCHEMA} { type: string, maxLength: 4, example: Dune }`,
      alsoKnownAs: ['no-invalid-media-type-examples', 'no-invalid-schema-examples', 'oas3-valid-media-example'],
    },
  ),
  error(
    'contradiction',
    ['A field of the type … cannot contain fields.', '… and …'],
    'Two keys of a native descriptor contradict each other. Keep one of them; a field with fields has `type: object`, or `type: array` for a list.',
    {
      bad: 'api: Books\nversion: 1\nservices:\n  - name: Book\n    route: /books\n    fields: [{ name: a, type: string, fields: [{ name: b }] }]',
      good: 'api: Books\nversion: 1\nservices:\n  - name: Book\n    route: /books\n    fields: [{ name: a, type: object, fields: [{ name: b }] }]',
    },
  ),
];
