import { both, error, type Rule, warning } from '../contract.ts';

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
      'A second “…” was left out.',
      '“…” stands inside of a request, response or model; it was left out.',
      'Nothing can refer to the … of a resource without a name.',
      'The part “…” of the URI is never sent, so it was left out.',
      'The parameter “…” is not in the URI template; it was read as a query parameter.',
      '… is described a second time; both were read as one operation.',
      'Models, attributes and headers are repeated too often; the rest was left out.',
      'The value of “…” may log in, so the documentation does not contain it.',
      'The format … is not known; it was read as 1A.',
      'The file has no resource and no action.',
      '“…” is neither a path nor a method with a path; the heading was read as text.',
      '“…” was read as the path “…”.',
      'Neither the action nor the heading above it has a path, so it was left out.',
    ],
    'API Blueprint allows what has no place in an OpenAPI document. It was read as the message says: correct the ' +
      'blueprint where something else is meant.',
  ),
  both(
    'raml-reading',
    'minimal',
    [
      'The … “…” is not declared.',
      'The file “…” is included in itself, or too often.',
      'Includes, traits and resource types give too much; the rest was left out.',
      'RAML has no key “…” here; it was left out.',
      'The resource “…” has no method, so its name and description were left out.',
      '“…” needs the parameter “…”, which has no value.',
      'The overlay extends itself.',
    ],
    'A RAML document is read with the files that it includes and the libraries that it uses. Correct the name, or declare what it names.',
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
    [
      'The collection has … (…), which documentation cannot say; they were left out.',
      'HTTP has no status code “…”; the response was read as “default”.',
    ],
    'Scripts and settings of clients have no words in OpenAPI. Describe what readers have to know of them.',
    { bad: `${INFO}\nitem: []\nevent: [{ listen: test, script: { exec: [a()] } }]`, good: `${INFO}\nitem: []` },
  ),
  warning(
    'overlay-unmatched',
    'minimal',
    ['The target … matches nothing, so the action has no effect.'],
    'The descriptor has changed, or the JSONPath (RFC 9535) is wrong. Correct it, or remove the action.',
  ),
  warning(
    'overlay-unused',
    'minimal',
    ['The overlay extends no descriptor here, so it was not applied.'],
    '`extends` is the path of a descriptor from the overlay. Correct it, or list the overlay in `platform-documentation.overlays`.',
  ),
  error(
    'overlay-action',
    [
      'Version “…” of overlays cannot be read.',
      'The overlay has no list of actions.',
      'The action is not an object.',
      'The action does not say one thing to do.',
      'The action would take too much work.',
      'The result of the actions is too large or too deep.',
      'The value cannot be merged with the one in its place.',
      'The whole descriptor cannot be removed.',
      '… names … values, but must name one.',
      '… is not a JSONPath that can be read: …',
      'There is no such file among the descriptors, but platform-documentation.overlays lists it.',
    ],
    'An overlay may remove parts that must stay inside, so that its API is not published if it cannot be applied. ' +
      'Correct it by the OpenAPI Overlay Specification 1.0 or 1.1.',
  ),
];
