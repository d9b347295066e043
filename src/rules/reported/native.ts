import { error, type Rule } from '../contract.ts';

const BOOKS = 'api: Books\nversion: 1\nservices:';
const SERVICE = `${BOOKS}\n  - name: Book\n    route: /books`;

/** Rules for native descriptors only. */
export const nativeRules: readonly Rule[] = [
  error('route-identifier', ['No segment of the route identifies an entity.'], 'Add `route_identifier_name`.', {
    bad: `${SERVICE}\n    entity_operations: [{ method: GET }]`,
    good: `${BOOKS}\n  - name: Book\n    route: /books[/:id]\n    route_identifier_name: id\n    entity_operations: [{ method: GET }]`,
  }),
  error('route-syntax', ['The route … cannot be read: …'], 'Write a route such as `/book[/:book_id]`.', {
    bad: `${BOOKS}\n  - { name: Book, route: '/books[/:id' }`,
    good: `${BOOKS}\n  - { name: Book, route: '/books[/:id]' }`,
  }),
  error(
    'duplicate-route',
    ['… is already an operation of the service …'],
    'One request would be for two services. Change the route of one.',
    {
      bad: `${BOOKS}\n  - { name: A, route: /a, operations: [{ method: GET }] }\n  - { name: B, route: /a, operations: [{ method: GET }] }`,
      good: `${BOOKS}\n  - { name: A, route: /a, operations: [{ method: GET }] }\n  - { name: B, route: /b, operations: [{ method: GET }] }`,
    },
  ),
  error('duplicate-service', ['Two services are named …'], 'Rename one, or merge them.', {
    bad: `${BOOKS}\n  - { name: A, route: /a }\n  - { name: A, route: /b }`,
    good: `${BOOKS}\n  - { name: A, route: /a }\n  - { name: B, route: /b }`,
  }),
  error(
    'duplicate-operation',
    ['The service … has two operations … in …'],
    'A service has one operation for each method. Merge them.',
    {
      bad: `${SERVICE}\n    operations: [{ method: GET }, { method: GET }]`,
      good: `${SERVICE}\n    operations: [{ method: GET }, { method: POST }]`,
    },
  ),
  error('duplicate-parameter', ['There are two … parameters …'], 'Remove one of them.', {
    bad: `${SERVICE}\n    operations: [{ method: GET, parameters: [{ name: q }, { name: q }] }]`,
    good: `${SERVICE}\n    operations: [{ method: GET, parameters: [{ name: q }] }]`,
  }),
  error('duplicate-field', ['There are two fields …'], 'Remove one of them.', {
    bad: `${SERVICE}\n    fields: [{ name: a }, { name: a }]`,
    good: `${SERVICE}\n    fields: [{ name: a }]`,
  }),
  error(
    'unknown-segment',
    ['The path of the operation has no segment …'],
    'The route lacks the path parameter. Correct one of the two.',
    {
      bad: `${SERVICE}\n    operations: [{ method: GET, parameters: [{ name: id, in: path }] }]`,
      good: `${BOOKS}\n  - name: Book\n    route: /books/:id\n    operations: [{ method: GET, parameters: [{ name: id, in: path }] }]`,
    },
  ),
  error(
    'version-missing',
    ['Neither the descriptor nor its file name gives a version.'],
    'Add `version: 1`, or name the file `v1.yaml`.',
    { bad: 'api: Books\nservices: []', good: 'api: Books\nversion: 1\nservices: []' },
  ),
];
