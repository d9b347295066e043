import { expect, test } from 'vitest';
import { notSentWords } from '../../../../src/presentation/messages/call-view.ts';
import { wordsOf } from '../../../../src/words/words.ts';

/** RFC 9110 §9.3: a body of GET, HEAD, DELETE, OPTIONS and TRACE has no meaning of its own: none is missed. */
test.each([
  ['GET', null],
  ['HEAD', null],
  ['DELETE', null],
  ['OPTIONS', null],
  ['TRACE', null],
  ['POST', 'No request body.'],
  ['PUT', 'No request body.'],
  ['PATCH', 'No request body.'],
  ['QUERY', 'No request body.'],
  ['COPY', 'No request body.'],
])('%s without a body says %j', (method, body) => {
  const words = wordsOf({});
  expect(notSentWords({ parameters: [], request: null }, method, words)).toEqual({
    parameters: 'No parameters.',
    body,
  });
  expect(notSentWords({ parameters: ['page'], request: {} }, method, words)).toEqual({ parameters: null, body: null });
});
