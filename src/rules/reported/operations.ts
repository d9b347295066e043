import { both, error, type Rule, warning } from '../contract.ts';

const BOOKS = 'paths:\n  /books:';
const BOOK = "paths:\n  '/books/{id}':";
const OK = 'responses: { 200: { description: Right. } }';

/** Rules for paths, operations, parameters and responses. */
export const reportedOperationRules: readonly Rule[] = [
  warning(
    'operation-id-duplicate',
    'minimal',
    ['The operationId “…” is used at … too.', 'The operationId “…” is that of the operation at several paths.'],
    'Generated clients would have one function for both, and links lead to the first. Give each its own identifier.',
    {
      bad: `${BOOKS}\n    get: { operationId: books, ${OK} }\n    post: { operationId: books, ${OK} }`,
      good: `${BOOKS}\n    get: { operationId: listBooks, ${OK} }\n    post: { operationId: addBook, ${OK} }`,
      alsoKnownAs: ['operation-operationId-unique'],
    },
  ),
  warning(
    'operation-empty',
    'recommended',
    ['The operation “…” is empty; it was left out.'],
    'Describe it, or remove the key.',
    { bad: `${BOOKS}\n    get:`, good: `${BOOKS}\n    get: { ${OK} }` },
  ),
  warning(
    'path-empty',
    'recommended',
    ['The path has no operations; it was left out.'],
    'Describe its operations, or remove the key.',
    { bad: BOOKS, good: `${BOOKS}\n    get: { ${OK} }` },
  ),
  warning(
    'responses-missing',
    'minimal',
    ['The operation has no responses.'],
    'Clients do not know what the operation returns, and OpenAPI before 3.1 requires it. Add `responses`.',
    {
      bad: `openapi: 3.0.3\n${BOOKS}\n    get: { summary: All books }`,
      good: `openapi: 3.0.3\n${BOOKS}\n    get: { summary: All books, ${OK} }`,
    },
  ),
  warning(
    'response-description-missing',
    'recommended',
    ['The response has no “description”.'],
    'OpenAPI before 3.2 requires it, and other programs refuse the descriptor. Say in a sentence when the operation returns this response.',
    {
      bad: `openapi: 3.0.3\n${BOOKS}\n    get: { responses: { 200: {} } }`,
      good: `openapi: 3.0.3\n${BOOKS}\n    get: { ${OK} }`,
    },
  ),
  warning(
    'parameter-duplicate',
    'minimal',
    ['The parameter “…” in … is listed twice; the first was kept.'],
    'Remove one of the two.',
    {
      bad: `${BOOKS}\n    get: { ${OK}, parameters: [{ name: q, in: query, schema: {} }, { name: q, in: query, schema: {} }] }`,
      good: `${BOOKS}\n    get: { ${OK}, parameters: [{ name: q, in: query, schema: {} }] }`,
      alsoKnownAs: ['operation-parameters-unique', 'operation-parameters'],
    },
  ),
  warning(
    'parameter-shape',
    'minimal',
    ['A parameter needs a “name” and “in”; it was left out.'],
    'Without both, the parameter is not shown. Add them.',
    {
      bad: `${BOOKS}\n    get: { ${OK}, parameters: [{ name: q, schema: {} }] }`,
      good: `${BOOKS}\n    get: { ${OK}, parameters: [{ name: q, in: query, schema: {} }] }`,
    },
  ),
  both(
    'parameter-body',
    'minimal',
    [
      'An operation has a body or form fields, not both; the form fields were left out.',
      'An operation has one body, and “…” is a second one.',
    ],
    'In Swagger 2.0 a request has one body. Keep one of the two, merge their schemas, or write both as form fields. A second body is an error, because it would be lost.',
    {
      bad: `swagger: '2.0'\n${BOOKS}\n    post: { ${OK}, parameters: [{ name: b, in: body, schema: {} }, { name: f, in: formData, type: string }] }`,
      good: `swagger: '2.0'\n${BOOKS}\n    post: { ${OK}, parameters: [{ name: b, in: body, schema: {} }] }`,
    },
  ),
  warning(
    'path-parameter-required',
    'minimal',
    ['The path parameter “…” must be required.'],
    'A path without this segment would be another path. Add `required: true`.',
    {
      bad: `${BOOK}\n    get: { ${OK}, parameters: [{ name: id, in: path, schema: {} }] }`,
      good: `${BOOK}\n    get: { ${OK}, parameters: [{ name: id, in: path, required: true, schema: {} }] }`,
    },
  ),
  warning(
    'path-parameter-undeclared',
    'minimal',
    ['The path parameter “…” is not described.'],
    'Readers do not learn its values. Add it to `parameters` with `in: path`.',
    {
      bad: `${BOOK}\n    get: { ${OK} }`,
      good: `${BOOK}\n    get: { ${OK}, parameters: [{ name: id, in: path, required: true, schema: {} }] }`,
      alsoKnownAs: ['path-parameters-defined', 'path-params'],
    },
  ),
  warning(
    'path-parameter-unused',
    'minimal',
    ['The path has no “…”; the parameter was left out.'],
    'Remove the parameter, or correct its name.',
    {
      bad: `${BOOKS}\n    get: { ${OK}, parameters: [{ name: id, in: path, required: true, schema: {} }] }`,
      good: `${BOOKS}\n    get: { ${OK} }`,
    },
  ),
  warning(
    'path-parameter-duplicate',
    'minimal',
    ['The path “…” has the parameter “…” twice.'],
    'It is unclear which of the two values applies. Give each parameter its own name.',
    { bad: "paths:\n  '/books/{id}/pages/{id}': {}", good: "paths:\n  '/books/{id}/pages/{page}': {}" },
  ),
  warning(
    'security-unknown',
    'always',
    ['There is no security scheme “…”.'],
    'Readers would not learn how to log in. Define it below `securitySchemes`, or correct its name.',
    {
      bad: 'security: [{ key: [] }]',
      good: 'security: [{ key: [] }]\ncomponents:\n  securitySchemes:\n    key: { type: http, scheme: bearer }',
      alsoKnownAs: ['oas3-operation-security-defined', 'oas2-operation-security-defined'],
    },
  ),
  warning(
    'security-type',
    'always',
    ['The security scheme “…” has no known “type”; it was left out.'],
    'Readers would not learn how to log in. Write `apiKey`, `http`, `mutualTLS`, `oauth2` or `openIdConnect`.',
    {
      bad: 'components:\n  securitySchemes:\n    key: { type: bearer }',
      good: 'components:\n  securitySchemes:\n    key: { type: http, scheme: bearer }',
    },
  ),
  warning(
    'status-code',
    'minimal',
    ['“…” is not a status code.', '“…” was read as ….'],
    'Write 100 to 599, a range such as `4XX`, or `default`. Swagger 2.0 has no ranges.',
    {
      bad: `${BOOKS}\n    get: { responses: { ok: { description: Right. } } }`,
      good: `${BOOKS}\n    get: { ${OK} }`,
    },
  ),
  warning(
    'path-slash',
    'minimal',
    [
      'The path “…” does not begin with a slash.',
      'The URL of the server “…” begins with neither a scheme nor a slash; it was read as “…”.',
    ],
    'A path is appended to the URL of the server, and that has no document to be relative to. Add the slash, or `https://` to a host.',
    { bad: `paths:\n  books:\n    get: { ${OK} }`, good: `${BOOKS}\n    get: { ${OK} }` },
  ),
  warning(
    'path-braces',
    'minimal',
    ['The braces of the path “…” are empty, nested or not in pairs.'],
    'Such a path cannot be called. Write each parameter as `{name}` within one segment.',
    { bad: "paths:\n  '/books/{}': {}", good: "paths:\n  '/books': {}", alsoKnownAs: ['path-declaration-must-exist'] },
  ),
  warning(
    'path-colon',
    'recommended',
    ['A segment of the path “…” begins with a colon, so it is not a parameter.'],
    'In OpenAPI `/books/:id` is literal text, and only `/books/:id` itself is served. Write `/books/{id}`. In an export of Laminas API Tools, `:id` is read as a parameter.',
    { bad: `paths:\n  '/books/:id':\n    get: { ${OK} }`, good: `paths:\n  '/books/{id}': {}` },
  ),
  warning(
    'tag-duplicate',
    'recommended',
    ['The tag “…” is declared twice.'],
    'Only one of the two declarations is used. Remove the other.',
    { bad: 'tags: [{ name: a }, { name: a }]', good: 'tags: [{ name: a }]', alsoKnownAs: ['openapi-tags-uniqueness'] },
  ),
  warning(
    'tag-parent',
    'minimal',
    ['The parent “…” of the tag “…” is not declared, or is a child of this tag.'],
    'The navigation shows the tag at the top. Declare the parent, or remove `parent`.',
    {
      bad: 'openapi: 3.2.0\ntags: [{ name: a, parent: b }]',
      good: 'openapi: 3.2.0\ntags: [{ name: a, parent: b }, { name: b }]',
    },
  ),
  error(
    'service-duplicate',
    ['The paths “…” and “…” would both be the service “…”.'],
    'Both would be at one URL of the documentation. Give one of them another `x-platform-service`.',
    {
      bad: `${BOOKS}\n    get: { ${OK} }\n  /pages:\n    x-platform-service: books\n    get: { ${OK} }`,
      good: `${BOOKS}\n    get: { ${OK} }\n  /pages:\n    get: { ${OK} }`,
    },
  ),
  warning(
    'service-name',
    'minimal',
    ['“…” cannot be the name of a service; the name made from its path is used.'],
    'Write a name without slashes that is not `schemas`, `groups`, `guides` or `changes`.',
    {
      bad: `${BOOKS}\n    x-platform-service: a/b\n    get: { ${OK} }`,
      good: `${BOOKS}\n    x-platform-service: a\n    get: { ${OK} }`,
    },
  ),
];
