import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRoute, segmentsOf, uriTemplates, uriTemplatesWithout } from '../../../../src/descriptors/native/route.ts';

function routeOf(text: string) {
  const route = parseRoute(text);
  if (typeof route === 'string') throw new Error(route);
  return route;
}

describe('uriTemplates', () => {
  test.each([
    // route                          templates
    ['/book', ['/book']],
    ['/book[/:book_id]', ['/book/{book_id}', '/book']],
    ['/book/:book_id/loan[/:loan_id]', ['/book/{book_id}/loan/{loan_id}', '/book/{book_id}/loan']],
    ['/a[/:b[/:c]]', ['/a/{b}/{c}', '/a/{b}', '/a']],
    ['/a[/:b][/x]', ['/a/{b}/x', '/a/{b}', '/a/x', '/a']],
    ['[/:name]', ['/{name}', '/']],
    ['/from/:from-:to', ['/from/{from}-{to}']],
    ['/file/:book-id', ['/file/{book-id}']],
  ])('%s gives %j, the one with every segment first', (route, templates) => {
    expect(uriTemplates(routeOf(route))).toEqual(templates);
  });

  test('a collection and its entities divide the templates', () => {
    const route = routeOf('/shelf[/:row]/book[/:book_id[/:page]]');
    const entity = uriTemplates(route, 'book_id');
    const collection = uriTemplatesWithout(route, 'book_id');
    expect(entity).toEqual([
      '/shelf/{row}/book/{book_id}/{page}',
      '/shelf/{row}/book/{book_id}',
      '/shelf/book/{book_id}/{page}',
      '/shelf/book/{book_id}',
    ]);
    expect(collection).toEqual(['/shelf/{row}/book', '/shelf/book']);
  });

  test('the first template holds every segment, and no other holds one that it lacks', () => {
    const part = fc.letrec<{ parts: string }>((tie) => ({
      parts: fc
        .array(
          fc.oneof(
            { depthSize: 'small' },
            fc.constantFrom('/a', '/:'),
            tie('parts').map((inner) => `[/x${inner}]`),
          ),
          { maxLength: 3 },
        )
        .map((parts) => parts.join('')),
    })).parts;
    fc.assert(
      fc.property(part, (text) => {
        let number = 0;
        const route = parseRoute(`/root${text.replaceAll(':', () => `:s${number++}`)}`);
        if (typeof route === 'string') return;
        const [first = '', ...others] = uriTemplates(route);
        expect(segmentsOf(first)).toEqual(route.segments);
        for (const other of others) expect(route.segments).toEqual(expect.arrayContaining([...segmentsOf(other)]));
      }),
    );
  });
});

describe('parseRoute', () => {
  test.each([
    ['book', 'does not start with a slash'],
    ['', 'does not start with a slash'],
    ['/book[/:id', 'a "[" has no "]"'],
    ['/book/:id]', 'a "]" has no "["'],
    ['/book[]', 'an optional part is empty'],
    ['/book/:', 'a ":" has no name'],
    ['/book/:1', 'a ":" has no name'],
    ['/:id/x/:id', 'the segment :id twice'],
    ['/book/{id}', '"{" cannot stand in a route'],
    ['/book?page', '"?" cannot stand in a route'],
    ['/my book', '" " cannot stand in a route'],
    ['/a\u0007', 'cannot stand in a route'],
    [`/a${'[/b]'.repeat(11)}`, 'more than 10 optional parts'],
  ])('%j is malformed: %s', (route, problem) => {
    expect(parseRoute(route)).toEqual(expect.stringContaining(problem));
  });
});
