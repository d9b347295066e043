import { cyclesIn } from '../../model/connected-parts.ts';
import { isRecord } from '../../schema/json-values.ts';
import { type Annotations, isPattern, type RamlNode } from './annotations.ts';
import { isCount } from './facets.ts';

type Declarations = ReadonlyMap<string, RamlNode>;

/** Decides about a link of a declaration, by the type expression that stands there: whether it is cut. */
type IsCut = (expression: string) => boolean;

/** The declaration with its links of one kind, those that are cut replaced. */
type Rewrite = (declaration: RamlNode, isCut: IsCut) => RamlNode;

/**
 * Types that lead back to themselves, without the links that parsers refuse: lists of nothing but each other, names of
 * each other, and parts that a value cannot do without, which would make it endless. Such a link becomes `any`, with
 * its type in the annotation `x-type`. Others stay, such as a field that may be absent and a list that may be empty.
 */
export function withoutCycles(declared: Declarations, annotations: Annotations): Declarations {
  const cut = (part: RamlNode, isCut: IsCut): RamlNode => {
    const { type } = part;
    return typeof type === 'string' && isCut(type)
      ? { ...part, type: 'any', ...annotations.say('x-type', type) }
      : part;
  };
  const cutPart = (part: unknown, isCut: IsCut): unknown => {
    if (isRecord(part)) return cut(part, isCut);
    return typeof part === 'string' && isCut(part) ? cut({ type: part }, () => true) : part;
  };
  const cutItems: Rewrite = (declaration, isCut) => {
    const { items } = declaration;
    return items === undefined ? declaration : { ...declaration, items: cutPart(items, isCut) };
  };
  // AMF, which most readers are built on, takes parts that stand in place for needed though they may be absent.
  const cutNeeded: Rewrite = (declaration, isCut) => {
    const { properties, items, minItems } = declaration;
    const inside = (part: unknown, isNeeded: boolean): unknown => {
      const whole = isRecord(part) ? cutNeeded(part, isCut) : part;
      return isNeeded ? cutPart(whole, isCut) : whole;
    };
    const entries = isRecord(properties) ? Object.entries(properties) : [];
    const written = entries.map(([key, property]) => {
      const isOptional = isPattern(key) || (isRecord(property) && property['required'] === false);
      return [key, inside(property, !isOptional)] as const;
    });
    return {
      ...declaration,
      ...(written.length === 0 ? {} : { properties: Object.fromEntries(written) }),
      ...(items === undefined ? {} : { items: inside(items, isCount(minItems) && minItems !== 0) }),
    };
  };
  const members = (expression: string): readonly string[] => expression.split(' | ');
  const withoutLists = withoutLinks(declared, cutItems, members);
  const withoutNames = withoutLinks(withoutLists, cut, members);
  // A union does without each of its members.
  return withoutLinks(withoutNames, cutNeeded, (expression) => [expression]);
}

/** @param namesIn the types that an expression leads to */
function withoutLinks(
  declared: Declarations,
  rewrite: Rewrite,
  namesIn: (expression: string) => readonly string[],
): Declarations {
  const linksOf = (declaration: RamlNode): readonly string[] => {
    const links = namesIn(String(declaration['type'])).slice();
    rewrite(declaration, (expression) => {
      links.push(...namesIn(expression));
      return false;
    });
    return links;
  };
  const written = new Map(declared);
  for (const cycle of cyclesIn(new Map([...declared].map(([name, declaration]) => [name, linksOf(declaration)])))) {
    const circular = new Set(cycle);
    for (const name of cycle)
      written.set(
        name,
        rewrite(declared.get(name) ?? {}, (expression) => namesIn(expression).some((one) => circular.has(one))),
      );
  }
  return written;
}
