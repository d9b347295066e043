import { type Rule, warning } from '../contract.ts';

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
];
