import { cyclesIn } from '../../model/schema/connected-parts.ts';
import type { RamlNode } from './annotations.ts';

type Declarations = ReadonlyMap<string, RamlNode>;

/** A declaration of nothing but a type is written as its name. */
export function simplified(declaration: RamlNode): unknown {
  return Object.keys(declaration).length === 1 ? declaration['type'] : declaration;
}

/**
 * A name that reads as a pattern is written as one that matches nothing else; so is `__proto__`, which readers that
 * keep properties in an object of JavaScript take for its prototype.
 */
export function propertyKey(name: string): string {
  return name === '__proto__' || /^\/.*\/$/s.test(name)
    ? `/^${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/`
    : name;
}

/** The question mark at the end of a name means optional unless `required` is said. */
export function requiredProperty(name: string, declaration: RamlNode): unknown {
  return name.endsWith('?') ? { ...declaration, required: true } : simplified(declaration);
}

/**
 * Types that are nothing but names of each other in a cycle describe no value: they become `any`. Where the cycle goes
 * through a union, its members of that kind do; unions of nothing but each other do as well.
 */
export function cutAliasCycles(declared: Declarations): Declarations {
  const isUnion = (name: string): boolean => String(declared.get(name)?.['type']).includes(' | ');
  return withoutCycles(
    withoutCycles(declared, (name) => !isUnion(name)),
    () => true,
  );
}

function withoutCycles(declared: Declarations, isCut: (name: string) => boolean): Declarations {
  const namesIn = ({ type }: RamlNode): readonly string[] =>
    typeof type === 'string' ? type.split(' | ').filter((name) => declared.has(name)) : [];
  const cut = cyclesIn(new Map([...declared].map(([name, declaration]) => [name, namesIn(declaration)]))).flat();
  const any = cut.filter(isCut).map((name) => [name, { ...declared.get(name), type: 'any' }] as const);
  return any.length === 0 ? declared : new Map([...declared, ...any]);
}
