import { describe, expect, it } from 'vitest';
import { type DocumentReference, documentPath, relativePath } from '../../../src/model/locations.ts';

const AT = { api: 'Library', version: 1 } as const;

const DOCUMENTS: readonly (readonly [name: string, document: DocumentReference, relative: string])[] = [
  ['the list', { level: 'list' }, 'documentation.json'],
  ['an API', { level: 'api', ...AT }, 'Library-v1.json'],
  ['a service', { level: 'service', ...AT, name: 'Book' }, 'Book.json'],
  ['a service with a colon', { level: 'service', ...AT, name: 'urn:book' }, './urn:book.json'],
  [
    'a service with what a path may not hold',
    { level: 'service', ...AT, name: 'a/b ?#é' },
    'a%2Fb%20%3F%23%C3%A9.json',
  ],
  ['a group', { level: 'group', ...AT, name: 'Loans' }, 'Loans.json'],
  ['a guide', { level: 'guide', ...AT, name: 'intro' }, 'intro.json'],
  ['the schemas', { level: 'schema-index', ...AT }, 'schemas.json'],
  ['the second part of the schemas', { level: 'schema-index', ...AT, part: 2 }, '2.json'],
  ['a schema', { level: 'schema', ...AT, name: 'http://x' }, './http:%2F%2Fx.json'],
];

describe('paths relative to a document (RFC 8288 §3.1, RFC 3986 §5)', () => {
  it.each(DOCUMENTS)('%s and its twins find their formats', (_name, document, relative) => {
    expect(relativePath(document, '.json')).toBe(relative);
    for (const asked of ['', '.html', '.de.html']) {
      const target = new URL(relative, new URL(documentPath(document, asked), 'http://docs.example'));
      expect(target.pathname).toBe(documentPath(document, '.json'));
    }
  });
});
