import type { RamlNode } from './annotations.ts';

/** A declaration of nothing but a type is written as its name. */
export function simplified(declaration: RamlNode): unknown {
  return Object.keys(declaration).length === 1 ? declaration['type'] : declaration;
}

/** A name that reads as a pattern is written as one that matches nothing else. */
export function propertyKey(name: string): string {
  return /^\/.*\/$/s.test(name) ? `/^${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/` : name;
}

/** The question mark at the end of a name means optional unless `required` is said. */
export function requiredProperty(name: string, declaration: RamlNode): unknown {
  return name.endsWith('?') ? { ...declaration, required: true } : simplified(declaration);
}

/** Types that are nothing but names of each other in a circle describe no value: they become `any`. */
export function cutAliasCycles(declared: ReadonlyMap<string, RamlNode>): ReadonlyMap<string, RamlNode> {
  const endsInCircle = (start: string): boolean => {
    const seen = new Set<string>();
    for (let name: unknown = start; typeof name === 'string' && declared.has(name); name = declared.get(name)?.['type']) {
      if (seen.has(name)) return true;
      seen.add(name);
    }
    return false;
  };
  return new Map([...declared].map(([name, declaration]) => [name, endsInCircle(name) ? { ...declaration, type: 'any' } : declaration]));
}
