import { describe, expect, test } from 'vitest';
import { append, edited, remove, set } from './editing.ts';

const PRETTY = `{
  "api": "Library", "version": 1,
  "services": [
    {
      "name": "Book\\u00e9\\/",
      "fields": [ { "name": "title" } ],
      "response_status_codes": [],
      "operations": [
        { "method": "GET" }
      ],
      "x-own": {  }
    }
  ]
}
`;

describe('JSON stays JSON', () => {
  test.each([
    [
      'a text',
      set('services/0/operations/0/method', 'a\n"b"\u2028'),
      '"method": "GET"',
      '"method": "a\\n\\"b\\"\u2028"',
    ],
    [
      'a new entry on a line of its own',
      set('services/0/description', 'x', 'name'),
      'Book\\u00e9\\/",\n',
      'Book\\u00e9\\/",\n      "description": "x",\n',
    ],
    [
      'a new entry beside others',
      set('services/0/fields/0/description', 'yes'),
      '{ "name": "title" }',
      '{ "name": "title", "description": "yes" }',
    ],
    [
      'a new last entry',
      set('services/0/y', { a: [1] }),
      '"x-own": {  }\n',
      '"x-own": {  },\n      "y": {\n        "a": [\n          1\n        ]\n      }\n',
    ],
    [
      'an item of an empty list',
      append('services/0/response_status_codes', { code: 404 }),
      ': []',
      ': [\n        {\n          "code": 404\n        }\n      ]',
    ],
    [
      'an item',
      append('services/0/operations', { method: 'PUT' }),
      '{ "method": "GET" }\n',
      '{ "method": "GET" },\n        {\n          "method": "PUT"\n        }\n',
    ],
    ['an entry that goes', remove('services/0/response_status_codes'), '\n      "response_status_codes": [],', ''],
    ['an entry of an empty map', set('services/0/x-own/a', null), '{  }', '{\n        "a": null\n      }'],
    ['a value that is replaced', set('version', { a: 1 }), '"version": 1', '"version": {\n    "a": 1\n  }'],
  ])('%s', (_title, edit, before, after) => {
    const result = edited(PRETTY, edit);
    expect(() => JSON.parse(result)).not.toThrow();
    expect(result).toBe(PRETTY.replace(before, () => after));
  });

  test('with tabs, line ends of another system and a byte order mark', () => {
    const text = '\ufeff{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}';
    const result = edited(text, set('a/c', [1]), set('a/b', 2));
    expect(result).toBe('\ufeff{\r\n\t"a": {\r\n\t\t"b": 2,\r\n\t\t"c": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}');
  });

  test('on one line', () => {
    expect(edited('{"a":{},"b":[1]}', set('a/c', 'x'), append('b', { d: 2 }), set('e', 1))).toBe(
      '{"a":{"c":"x"},"b":[1,{"d":2}],"e":1}',
    );
    expect(edited('{"a": 1, "b": {"c": 1}}', remove('b/c'))).toBe('{"a": 1, "b": {}}');
  });
});
