import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RememberedCredentials } from '../../../../../src/auth/schemes/basic/remembered-credentials.ts';

const CLIENT = '192.0.2.1';
const ENTRIES = new Map([
  ['alice', '{SHA}abc'],
  ['bob', '{SHA}abd'],
]);

describe('RememberedCredentials', () => {
  test('are known for 300 seconds from when they were added, however often they are asked for', () => {
    let now = 1_000_000;
    const remembered = new RememberedCredentials(() => now, randomBytes);
    const user = (): string | undefined => remembered.userOf('text', CLIENT, ENTRIES);
    expect(user()).toBeUndefined();
    remembered.add('text', 'alice', '{SHA}abc');
    now += 299_000;
    expect(user()).toBe('alice');
    now += 1_001;
    expect(user()).toBeUndefined();
  });

  test.each([
    ['another text', 'Text', ENTRIES],
    ['a longer text', 'textt', ENTRIES],
    ['another entry of the user', 'text', new Map([['alice', '{SHA}abd']])],
    ['the entry taken away', 'text', new Map([['bob', '{SHA}abc']])],
  ])('%s is unknown', (_, text, entries) => {
    const remembered = new RememberedCredentials(Date.now, randomBytes);
    remembered.add('text', 'alice', '{SHA}abc');
    expect(remembered.userOf('text', CLIENT, ENTRIES)).toBe('alice');
    expect(remembered.userOf(text, CLIENT, entries)).toBeUndefined();
  });

  test('are unknown to the network of a client that is blocked for the user, as long as it is', () => {
    let now = 1_000_000;
    const remembered = new RememberedCredentials(() => now, randomBytes);
    remembered.add('alice', 'alice', '{SHA}abc');
    remembered.add('bob', 'bob', '{SHA}abd');
    const usersOf = (client: string): readonly (string | undefined)[] =>
      ['alice', 'bob'].map((text) => remembered.userOf(text, client, ENTRIES));
    remembered.block('2001:db8::1', 'alice', 60);
    expect(usersOf('2001:db8::2')).toEqual([undefined, 'bob']);
    expect(usersOf(CLIENT)).toEqual(['alice', 'bob']);
    now += 60_001;
    expect(usersOf('2001:db8::2')).toEqual(['alice', 'bob']);
  });

  test('forget those that were not used for longest', () => {
    const remembered = new RememberedCredentials(Date.now, randomBytes, 2);
    const user = (text: string): string | undefined => remembered.userOf(text, CLIENT, ENTRIES);
    remembered.add('a', 'alice', '{SHA}abc');
    remembered.add('b', 'alice', '{SHA}abc');
    user('a');
    remembered.add('c', 'alice', '{SHA}abc');
    expect(['a', 'b', 'c'].map(user)).toEqual(['alice', undefined, 'alice']);
  });
});
