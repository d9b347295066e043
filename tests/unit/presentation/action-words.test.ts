import { describe, expect, test } from 'vitest';
import { imperative, saysAction, sharedObject, singular, verbIn } from '../../../src/presentation/action-words.ts';

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

describe('a title is imperative', () => {
  test.each([
    ['Creates a book', 'POST', 'Create a book'],
    ['Applies the rules', 'POST', 'Apply the rules'],
    ['Attaches an image', 'PUT', 'Attach an image'],
    ['Releases a lock', 'POST', 'Release a lock'],
    ['Caches the pages', 'POST', 'Cache the pages'],
    ['Permanently deletes a book', 'DELETE', 'Permanently delete a book'],
    ['Returns a list of your books', 'GET', 'List your books'],
    ['Returns the full list of books', 'GET', 'List books'],
    ['Returns books by state', 'GET', 'Get books by state'],
    ['Returns a book to its shelf', 'POST', 'Return a book to its shelf'],
    ['Orders of clients', 'GET', 'Orders of clients'],
    ['Status the clients see', 'GET', 'Status the clients see'],
    ['Libros a leer', 'GET', 'Libros a leer'],
    ['Access a book', 'GET', 'Access a book'],
    ['List books', 'GET', 'List books'],
  ])('%s of a %s: %s', (title, method, expected) => {
    expect(imperative(title, method, new Set([verbIn(title, []) ?? '']))).toBe(expected);
  });

  test('where another title of the API or a name shows that its word is a verb', () => {
    expect(imperative('Retrieves books', 'GET', new Set(['retrieves']))).toBe('Retrieve books');
    expect([verbIn('Finds books', ['findBooks']), verbIn('Finds books', ['books'])]).toEqual(['finds', null]);
  });
});

describe('the object of several actions', () => {
  test.each<[object: string, titles: readonly string[]]>([
    ['books', ['List all books', 'Add a new book', 'Get the details of a book', 'Permanently delete a book']],
    ['shared link', ['Get shared link for a file', 'Add shared link to a file', 'Remove shared link from a file']],
    ['Book club members', ['List Book club members', 'Get a Book club member by ID']],
    ['shelf lists', ['List all shelf lists in a room', 'Create shelf list']],
    ['status of the given shelf', ['Read status of the given shelf', 'Replace status of the given shelf']],
    ['keys', ['List the reader’s keys', "Delete a reader's key"]],
    ['tea and cake', ["Get a guest's tea and cake", 'Order tea and cake for a guest']],
    ['dependencies', ['List dependencies a book has', 'Remove a dependency a book has']],
    ['halls', ['Ends in May - List halls', 'Ends in May - Get a hall']],
    ['Shelf', ['List objects of kind Shelf', 'Delete collection of Shelf', 'Create a Shelf']],
    ['', ['List readers for a book', 'Get a shelf for a book']],
    ['', ['Get books', 'Get shelves']],
    ['', ['List books']],
    ['', ['', 'List books']],
    ['', []],
  ])('%j', (object, titles) => {
    expect(sharedObject(titles)).toBe(object);
  });
});

test.each([
  ['books', 'book'],
  ['policies', 'policy'],
  ['boxes', 'box'],
  ['statuses', 'status'],
  ['aliases', 'alias'],
  ['alias', 'alias'],
  ['schemas', 'schema'],
  ['status', 'status'],
  ['series of access', 'series of access'],
  ['gas', 'gas'],
])('the singular of %s is %s', (noun, expected) => {
  expect(singular(noun)).toBe(expected);
});
