import { describe, expect, test } from 'vitest';
import { fitParameters, toPathTemplate } from '../../../../src/formats/openapi-core/path-template.ts';
import { Api } from '../../../../src/model/api.ts';
import type { ParameterObject } from '../../../../src/model/openapi-objects.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

describe('toPathTemplate', () => {
  test.each([
    ['/a/{id}', '/a/{id}'],
    ['a', '/a'],
    ['', '/'],
    ['/a?b=c', '/a'],
    ['/{a b}', '/{a_b}'],
    ['/{+path}', '/{path}'],
    ['/{id}/{id}', '/{id}/{id_2}'],
    ['/{}', '/{parameter}'],
    ['/{a', '/%7Ba'],
  ])('%s is written %s', (text, path) => {
    expect(toPathTemplate(text).path).toBe(path);
  });
});

describe('fitParameters', () => {
  const { components } = new Api(apiRecord());
  const names = (given: readonly ParameterObject[], path: string): unknown => {
    const { parameters, dropped } = fitParameters(given, toPathTemplate(path), components);
    return [parameters.map((parameter) => 'name' in parameter && parameter.name), dropped.map(({ name }) => name)];
  };
  test.each<[string, readonly ParameterObject[], string, unknown]>([
    ['adds a path parameter that is not declared', [], '/{id}', [['id'], []]],
    ['sets a path parameter aside that the path lacks', [{ name: 'id', in: 'path' }], '/', [[], ['id']]],
    ['renames a path parameter with its path', [{ name: 'a b', in: 'path' }], '/{a b}', [['a_b'], []]],
    [
      'keeps the first of two of one place',
      [
        { name: 'q', in: 'query' },
        { name: 'q', in: 'query' },
        { name: 'q', in: 'header' },
      ],
      '/',
      [['q', 'q'], ['q']],
    ],
    [
      'sets a whole query string beside query parameters aside',
      [
        { name: 'q', in: 'query' },
        { name: 'all', in: 'querystring' },
      ],
      '/',
      [['q'], ['all']],
    ],
  ])('%s', (_, given, path, expected) => {
    expect(names(given, path)).toEqual(expected);
  });
});
