import { describe, expect, test } from 'vitest';
import { described, foundIn } from './described.ts';

const fault = { type: 'object', properties: { reason: { type: 'string' } } };
const body = { content: { 'application/json': { schema: fault } } };
const busy = { description: 'Too many calls.', ...body };
const names = ['barn', 'garden', 'house', 'pond', 'shed'];

/** Every operation shares 429; one has a 409 of its own, two have a 404 that nothing is said of. */
const api = described({
  openapi: '3.1.0',
  info: { title: 'Farm', version: '1' },
  paths: Object.fromEntries(
    names.map((name) => [
      `/${name}s`,
      {
        get: { summary: `List ${name}s`, responses: { 200: { description: 'OK' }, 429: busy } },
        post: {
          summary: `Create a ${name}`,
          responses: {
            201: { description: 'Made' },
            429: busy,
            ...(name === 'barn' && { 409: { description: 'There is one.' } }),
            ...(/pond|shed/.test(name) && { 404: { description: 'Not Found' } }),
          },
        },
      },
    ]),
  ),
});

describe('a status', () => {
  test('names the operation that has it', () => {
    expect(foundIn(api, '409')[0]).toBe('response 409 Conflict | POST Create a barn | barns#post.409');
  });

  test('that operations share names the first of them', () => {
    expect(foundIn(api, '429')[0]).toBe(
      'response 429 Too Many Requests | GET List barns, POST Create a barn, GET List gardens, POST Create a garden | api#responses.429',
    );
  });

  test('that nothing is said of is found, with its operations', () => {
    expect(foundIn(api, '404')).toEqual([
      'response 404 Not Found | POST Create a pond, POST Create a shed | ponds#post.404',
    ]);
  });

  test.each([
    ['create pond 429', 'response 429 Too Many Requests | POST Create a pond | ponds#post.429'],
    ['create pond 404', 'response 404 Not Found | POST Create a pond | ponds#post.404'],
    ['too many requests create barn', 'response 429 Too Many Requests | POST Create a barn | barns#post.429'],
  ])('beside an operation is that of this operation: %s', (question, first) => {
    expect(foundIn(api, question)[0]).toBe(first);
  });

  test('that an operation does not have leads to the operation', () => {
    expect(foundIn(api, 'create barn 404')[0]).toBe('operation Create a barn | POST | barns#post');
    // Words of several operations with the status are not words of one.
    expect(foundIn(api, 'create house 409')[0]).toBe('operation Create a house | POST | houses#post');
  });

  test('beside words that several operations have lists these first', () => {
    expect(foundIn(api, 'sheds 429')[0]).toMatch(/ \| GET List sheds, POST Create a shed, GET List barns, /);
  });

  test('is an error of an operation', () => {
    expect(foundIn(api, 'create pond errors').map((row) => row.split(' | ').slice(0, 2).join(' | '))).toEqual([
      'operation Create a pond | POST',
      'response 404 Not Found | POST Create a pond',
      'response 429 Too Many Requests | POST Create a pond',
    ]);
  });
});
