import { expect, test } from 'vitest';
import { writeProblem } from '../../../src/http/problem.ts';

test('a problem has exactly the members and the order of the specification', () => {
  expect(writeProblem({ status: 401, title: 'Unauthorized', detail: 'Unauthorized' })).toBe(
    '{"type":"http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html","title":"Unauthorized","status":401,"detail":"Unauthorized"}',
  );
});

test('extension members come last', () => {
  const text = writeProblem({
    status: 404,
    title: 'Not Found',
    detail: 'No such API.',
    extensions: { similar: [{ name: 'Library', url: '/x' }] },
  });
  expect(Object.keys(JSON.parse(text))).toEqual(['type', 'title', 'status', 'detail', 'similar']);
});
