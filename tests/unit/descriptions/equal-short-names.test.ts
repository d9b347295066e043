import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS, titleOfSchema } from '../../../src/model/components.ts';
import { shownType, typePieces } from '../../../src/presentation/fields/type-pieces.ts';

function componentsNamed(names: readonly string[]): Components {
  const schemas = Object.fromEntries(
    names.map((name) => [name, { type: 'object' as const, properties: { [name]: {} } }]),
  );
  return new Components({ ...NO_COMPONENTS, schemas });
}

describe('schemas whose names end alike have titles that tell them apart', () => {
  test.each<[rule: string, names: readonly string[], titles: readonly string[]]>([
    ['with the part before', ['shop.Invoice', 'bank.Invoice'], ['shop.Invoice', 'bank.Invoice']],
    ['with as many parts as differ', ['a.b.One', 'c.b.One', 'd.One'], ['a.b.One', 'c.b.One', 'd.One']],
    ['with no more parts than that', ['org.shop.Bill', 'org.bank.Bill'], ['shop.Bill', 'bank.Bill']],
    ['beside one that has no further part', ['Seat', 'x.hall.Seat'], ['Seat', 'hall.Seat']],
    ['with versions', ['x.Order.v2', 'y.Order.v2', 'x.Order.v1'], ['x.Order.v2', 'y.Order.v2', 'Order.v1']],
    ['where parts are empty', ['.Row', '..Row', 'Row'], ['.Row', '..Row', 'Row']],
    ['and stay short elsewhere', ['org.shop.Bill', 'org.bank.Coin'], ['Bill', 'Coin']],
  ])('%s', (_rule, names, titles) => {
    const components = componentsNamed(names);
    expect(names.map((name) => titleOfSchema(name, components))).toEqual(titles);
  });

  test('in types of fields, as links', () => {
    const names = ['shop.Invoice', 'bank.Invoice'];
    const components = componentsNamed(names);
    const linked = names.map((name) =>
      typePieces(shownType({ $ref: `#/components/schemas/${name}` }, components), components, (other) => `/${other}`),
    );
    expect(linked.map(({ type }) => type)).toEqual(names.map((name) => [{ text: name, href: `/${name}` }]));
  });

  test('of names without an end in a few steps', () => {
    const long = 'x.'.repeat(10_000);
    const components = componentsNamed([`a.${long}Y`, `b.${long}Y`]);
    expect(titleOfSchema(`a.${long}Y`, components)).toBe(`a.${long}Y`);
  });
});
