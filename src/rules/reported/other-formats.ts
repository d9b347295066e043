import { type Rule, warning } from '../contract.ts';

const INFO = 'info: { name: Books, schema: https://schema.getpostman.com/json/collection/v2.1.0/collection.json }';
const REQUEST = "name: List, request: { method: GET, url: '{{baseUrl}}/books' }";
const ITEM = `${INFO}\nitem: [{ ${REQUEST} }]`;

/** Rules for descriptors that are neither OpenAPI nor native. */
export const otherFormatRules: readonly Rule[] = [
  warning(
    'blueprint-reading',
    'minimal',
    [
      'No resource “…” has a model.',
      'The body is not indented as code.',
      'The schema is not JSON, so it was left out.',
      'Nothing can refer to the … of a resource without a name.',
      'The part “…” of the URI is never sent, so it was left out.',
      'The parameter “…” is not in the URI template; it was read as a query parameter.',
      '… is described a second time; both were read as one operation.',
    ],
    'API Blueprint allows what has no place in an OpenAPI document. It was read as the message says: correct the ' +
      'blueprint where something else is meant.',
  ),
  warning(
    'postman-secret',
    'minimal',
    ['The value of “…” is a secret; the documentation does not contain it.'],
    'Everybody who gets the collection has the password, key or token. No document contains it, and texts that repeat it have `<secret>` in its place. Empty it, keep it in an environment or a vault of Postman, and replace it where it is in use.',
    {
      bad: `${ITEM}\nvariable: [{ key: token, value: k7Hq-20x }]`,
      good: `${ITEM}\nvariable: [{ key: token, value: '' }]`,
    },
  ),
  warning(
    'postman-variable',
    'recommended',
    ['The variable “…” has no value in the collection, so the address of the API is not known.'],
    'Environments are not read, since they hold secrets. Give the variable a value among those of the collection.',
    { bad: ITEM, good: `${ITEM}\nvariable: [{ key: baseUrl, value: https://api.example.com }]` },
  ),
  warning(
    'postman-left-out',
    'recommended',
    ['The collection has … (…), which documentation cannot say; they were left out.'],
    'Scripts and settings of clients have no words in OpenAPI. Describe what readers have to know of them.',
    { bad: `${INFO}\nitem: []\nevent: [{ listen: test, script: { exec: [a()] } }]`, good: `${INFO}\nitem: []` },
  ),
];
