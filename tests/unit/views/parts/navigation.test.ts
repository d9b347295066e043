import { expect, test } from 'vitest';
import type { Navigation } from '../../../../src/presentation/page-data/navigation.ts';
import { navigationList } from '../../../../src/views/parts/navigation.ts';
import { wordsOf } from '../../../../src/words/words.ts';

function operationsNamed(titles: readonly string[]): Navigation {
  const link = { text: 'Orders', href: '/orders', isCurrent: true, count: null };
  const operations = titles.map((text) => ({ text, method: 'GET', href: '#get', isDeprecated: false }));
  const services = [{ ...link, operations, isDeprecated: false, mark: null }];
  const groups = [{ ...link, section: null, services, foldedCount: 0, foldedText: '', more: null }];
  return { title: 'Shop', pages: [], groups, foldedCount: 0, allGroups: null };
}

test('a title with more letters than two lines have room for is marked as long', () => {
  const words = wordsOf({});
  const html = navigationList(operationsNamed(['a'.repeat(60), 'b'.repeat(61)]), words).toString();
  expect(
    [...html.matchAll(/<a href="#get"([^>]*)>[\s\S]*?<span>(.)/g)].map(([, looks, letter]) => [letter, looks]),
  ).toEqual([
    ['a', ''],
    ['b', ' class="pd-long"'],
  ]);
});

test('what is counted is said where the text of a link does not name it', () => {
  const link = { text: 'Orders', href: '/orders', isCurrent: false, count: 15 };
  const group = {
    ...link,
    counted: '15 services',
    section: null,
    services: [],
    foldedCount: 0,
    foldedText: '',
    more: null,
  };
  const navigation = {
    title: 'Shop',
    pages: [{ ...link, text: 'Schemas' }],
    groups: [group],
    foldedCount: 0,
    allGroups: null,
  };
  const html = navigationList(navigation, wordsOf({})).toString();
  expect(html).toContain('Schemas <span>15</span>');
  expect(html).toContain('Orders <span>15<i> services</i></span>');
  const other = navigationList({ ...navigation, groups: [{ ...group, counted: 'of services 15' }] }, wordsOf({}));
  expect(other.toString()).toContain('Orders <span><span aria-hidden="true">15</span> <i>of services 15</i></span>');
});

test.each([
  // name                                                            may break after
  ['card_generated_from_payment_method_details', 'card_|generated_|from_|payment_|method_|details'],
  ['charge_outcome', 'charge_outcome'],
  ['aNameOfOneWordThatIsLongerThanALine', 'aNameOfOneWordThatIsLongerThanALine'],
  ['__init__of_a_long_name_of_python', '__|init__|of_|a_|long_|name_|of_|python'],
])('the name %s has places where a line may end', (name, expected) => {
  const html = navigationList(operationsNamed([name]), wordsOf({})).toString();
  expect(/<a href="#get">[\s\S]*?<span>(.*?)<\/span>\s*<\/a>/.exec(html)?.[1]?.replaceAll('<wbr>', '|')).toBe(expected);
});
