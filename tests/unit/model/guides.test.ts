import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { hasIntroductionGuide, leadingHeading } from '../../../src/model/guides.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

const files = [
  { name: 'paging', title: 'Paging', text: 'Pages.' },
  { name: 'errors', title: 'Errors', text: 'Errors.' },
];

describe('the heading that a text begins with', () => {
  test.each([
    ['# Paging', 'Paging'],
    ['\n## Paging ##\r\nText', 'Paging'],
    ['# C#', 'C#'],
    ['# a # b', 'a # b'],
    ['# #', ''],
    ['### Third', null],
    ['Text\n# Later', null],
    ['#no', null],
    ['# ', null],
  ])('%j: %j', (text, title) => {
    expect(leadingHeading(text)?.title ?? null).toBe(title);
  });

  test.each([`# a${' '.repeat(100_000)}x`, `# ${'#'.repeat(100_000)}a`, ' '.repeat(100_000), '#\n'.repeat(50_000)])(
    'is found in a moment',
    (text) => {
      const before = cpuMilliseconds();
      leadingHeading(text);
      expect(cpuMilliseconds() - before).toBeLessThan(200);
    },
  );
});

describe('the guides of an API', () => {
  test('are its files, then the tags that no service has, in their order', () => {
    const record = apiRecord({
      guides: files,
      tags: [
        { name: 'Books', description: 'A group.' },
        { name: 'Log in', description: 'How to log in.' },
        { name: 'Second', description: 'The second tag of a service is a group as well.' },
        { name: 'Elsewhere', externalDocs: { url: 'https://example.org' } },
      ],
      services: [service('Book', { tags: ['Books', 'Second'], operations: [operation('GET', '/book')] })],
    });
    expect(new Api(record).getGuides().map(({ name, text }) => [name, text])).toEqual([
      ['paging', 'Pages.'],
      ['errors', 'Errors.'],
      ['Log in', 'How to log in.'],
      ['Elsewhere', ''],
    ]);
  });

  test.each([
    ['without a text', { name: 'Empty' }],
    ['with a blank one', { name: 'Blank', description: ' \n' }],
  ])('are no tags %s', (_, tag) => {
    expect(new Api(apiRecord({ tags: [tag] })).getGuides()).toEqual([]);
  });

  test('have different names', () => {
    const tags = [
      { name: 'paging', description: 'a' },
      { name: 'introduction', description: 'b' },
    ];
    const record = apiRecord({
      guides: files,
      tags,
      info: { title: 'A', version: '1', description: 'a'.repeat(4_001) },
    });
    expect(new Api(record).getGuides().map(({ name }) => name)).toEqual([
      'introduction',
      'paging',
      'errors',
      'paging-2',
      'introduction-2',
    ]);
  });

  test.each([
    [4_000, false],
    [4_001, true],
  ])('begin with a description of %i characters: %s', (length, isGuide) => {
    const record = apiRecord({ info: { title: 'A', version: '1', description: 'a'.repeat(length) } });
    expect(hasIntroductionGuide(record)).toBe(isGuide);
    expect(new Api(record).getGuides()).toHaveLength(isGuide ? 1 : 0);
  });
});
