import { describe, expect, test } from 'vitest';
import { unfolded } from '../../../../src/formats/raml/annotations.ts';
import { Components, NO_COMPONENTS } from '../../../../src/model/components.ts';

const to = (name: string) => ({ $ref: `#/components/examples/${name}` });

describe('unfolded', () => {
  test('puts a component in the place of its reference and cuts a cycle', () => {
    const components = new Components({
      ...NO_COMPONENTS,
      examples: { A: { value: { more: to('B') } }, B: { value: to('A') } },
    });
    expect(unfolded([to('A')], components)).toEqual([{ value: { more: { value: to('A') } } }]);
  });

  test.each([
    '#/components/examples/Missing',
    '#/components/pathItems/Water/post',
    '#/components/nothing/A',
    '#/components/__proto__/A',
    '#/components/examples/%FF',
    '#/components/examples/__proto__',
    '#/components/schemas/A',
  ])('leaves %s as it is', ($ref) => {
    expect(unfolded({ value: { $ref } }, new Components(NO_COMPONENTS))).toEqual({ value: { $ref } });
  });

  test('stays small where examples multiply each other', () => {
    const steps = Array.from(
      { length: 40 },
      (_, index) => [`E${index}`, { value: [to(`E${index + 1}`), to(`E${index + 1}`)] }] as const,
    );
    const components = new Components({
      ...NO_COMPONENTS,
      examples: Object.fromEntries([...steps, ['E40', { value: 1 }]]),
    });
    expect(JSON.stringify(unfolded(to('E0'), components)).length).toBeLessThan(200_000);
  });
});
