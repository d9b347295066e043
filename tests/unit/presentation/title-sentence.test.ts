import { describe, expect, test } from 'vitest';
import { saysAction } from '../../../src/presentation/title-sentence.ts';

describe('a sentence says what is done', () => {
  test.each([
    'Create a book.',
    'Creates a book.',
    'list or watch Pods',
    'Permanently deletes a customer.',
    'Returns a list of reviews that have open set to true.',
    'Lists books a user has starred.',
    'Shows whether alerts are enabled.',
    'Ping the server.',
    '3D Secure authentication',
    'Liefert alle Bücher.',
    'Liefert alles, was offen ist.',
    'Geeft alles wat open is.',
    '查询订单',
    '',
  ])('%s', (sentence) => {
    expect(saysAction(sentence)).toBe(true);
  });
});

describe('a sentence says something else', () => {
  test.each([
    'You can see a list of the cards.',
    'This endpoint creates a draft.',
    'With Connect, you can delete accounts.',
    'By default, returns a list of books.',
    'To create a book, send a POST request.',
    'A quote models prices.',
    'Draft invoices are fully editable.',
    'Draft invoices can’t be paid.',
    'Users with push access to the repository can create a release.',
    'Deleting plans means new subscribers can’t be added.',
    'Deleting a repository requires admin access.',
    '[!NOTE] Accessing this is free.',
    'DEPRECATED: use another.',
  ])('%s', (sentence) => {
    expect(saysAction(sentence)).toBe(false);
  });
});
