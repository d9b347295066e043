import { expect, test } from 'vitest';
import { marked } from '../../../src/search/answers.ts';

test.each([
  ['ssh_keys', '[ssh_keys]'],
  ['The SSH keys of a user', 'The [SSH keys] of a user'],
  ['keys, ssh', '[keys], [ssh]'],
  ['ssh_old_keys', '[ssh]_old_[keys]'],
  ['a_ssh', 'a_[ssh]'],
])('of %s, asked for ssh and keys, %s is marked', (text, expected) => {
  const pieces = marked(text, ['ssh', 'key']);
  expect(pieces.map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text)).join('')).toBe(expected);
});
