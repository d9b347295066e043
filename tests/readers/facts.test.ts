import { describe, expect, test } from 'vitest';
import { compareFacts, describeFact, FactSet } from './facts.ts';

describe('compareFacts', () => {
  const raw = new FactSet();
  raw.add('operation', '', 'GET /books');
  raw.add('field', 'GET /books 200', 'title');

  test('nothing is lost where everything is there', () => {
    expect(compareFacts(raw, raw)).toEqual([]);
  });

  test('a fact at another place is lost at its own', () => {
    const output = new FactSet();
    output.add('operation', '', 'GET /books');
    output.add('field', 'GET /books 404', 'title');
    expect(compareFacts(raw, output).map(describeFact)).toEqual(['field "title" of GET /books 200']);
  });

  test('kinds that a format cannot say are not asked for', () => {
    const output = { kinds: new Set(['operation'] as const), holds: () => false };
    expect(compareFacts(raw, output).map(describeFact)).toEqual(['operation "GET /books"']);
  });
});
