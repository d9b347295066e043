import { expect, test } from 'vitest';
import { firstSentence } from '../../../src/presentation/plain-text.ts';

test.each([
  ['The first. The second.', 'The first.'],
  ['**Bold** and [a link](https://example.com) with `code`', 'Bold and a link with code'],
  ['- `open`: waits\n- `paid`: is paid\n* gone', 'open: waits; paid: is paid; gone'],
  ['States:\n\n- open', 'States:'],
  ['States:\n- open,\n- paid', 'States: open, paid'],
  ['1. One\n2. Two', 'One; Two'],
  ['Minus\n-1 is no item', 'Minus -1 is no item'],
  ['First <br> second <b>third</b>', 'First second third'],
  ['With <a href="/c">Connect</a>, you <code>pay</code>.', 'With Connect, you pay.'],
  ['With [Connect](/c), some <em>Order</em>s <abc> go', 'With Connect, some Orders go'],
  ['A \\*star\\* and a\\_name', 'A *star* and a_name'],
  ['  \n ', null],
  [null, null],
])('%j reads %j', (markdown, expected) => {
  expect(firstSentence(markdown)).toBe(expected);
});
