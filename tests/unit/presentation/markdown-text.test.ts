import { expect, test } from 'vitest';
import { firstSentence, plainText } from '../../../src/presentation/markdown-text.ts';

const BENT = 'Bend a long pipe of steel or [brass].';

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
  ['> [!NOTE]\n> In public preview.\n\nLists the books. Of all.', 'Lists the books.'],
  ['> [!WARNING]\r\n> Closed.\r\n> Soon.\r\n\r\nLists the books.', 'Lists the books.'],
  ['> [!NOTE]\n> In public preview.', 'In public preview.'],
  ['> [!NOTE]\n> One.\n\n> [!WARNING]\n> Two.\n\nLists the books.', 'Lists the books.'],
  ['Bend a [long *pipe*][pipes] of [steel][] or [brass].\n\n[pipes]: /p\n[Steel]: </s> "S"', BENT],
  ['[Pipe]: /p\n\nBend a [pipe].', 'Bend a pipe.'],
  ['Bend a [pipe][of no definition] or a [pipe].', 'Bend a pipe or a [pipe].'],
  ['Read the grid[row][column].', 'Read the grid[row][column].'],
  ['Open [![the lid](/lid.png)](/lids) of [a box [big]](/box_(big)) now.', 'Open the lid of a box [big] now.'],
  ['Ask <https://example.com/a?b> or <help@example.com>.', 'Ask https://example.com/a?b or help@example.com.'],
  ['Fold ~~paper~~ ***cloth***, rock &amp; roll, 1&nbsp;m &lt; 2&#32;m.', 'Fold paper cloth, rock & roll, 1 m < 2 m.'],
  ['Say &#7; &#55296; &#1114112;.', 'Say &#7; \ufffd &#1114112;.'],
  ['Say &unknown; and AT&T;', 'Say &unknown; and AT&T;'],
  ['  \n ', null],
  [null, null],
])('%j reads %j', (markdown, expected) => {
  expect(firstSentence(markdown)).toBe(expected);
});

test.each([
  ['Lists books.\n\n> [!NOTE]\n> In public preview.', 'Lists books. In public preview.'],
  [
    'Kinds:\n\n| Name | What |\n| :--- | ---: |\n| a | One |\n| b | Two |\n\nNo more.',
    'Kinds: Name | What; a | One; b | Two; No more.',
  ],
  ['Name | What\n-----|------\na | One', 'Name | What a | One'],
  ['Filters\n-------\nBy tag.', 'Filters By tag.'],
  ['Either a | b', 'Either a | b'],
  ['Run\n\n    cat x |\n    grep y', 'Run cat x | grep y'],
  ['| a | One. |\n| b | Two |', 'a | One. b | Two'],
  ['> | Name | What |\n> |------|------|\n> | a | One |', 'Name | What; a | One'],
  ['Lists.\n\n   > [!NOTE]\n   > In preview.', 'Lists. In preview.'],
  ['> [!NOTE] In preview.', 'In preview.'],
  ['The filter `[!prod]` excludes, [!as](http://x) here.', 'The filter [!prod] excludes, !as here.'],
])('all of %j reads %j', (markdown, expected) => {
  expect(plainText(markdown)).toBe(expected);
});
