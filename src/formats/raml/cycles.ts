import { cyclesIn } from '../../model/connected-parts.ts';
import { isRecord } from '../../schema/json-values.ts';
import { type Annotations, compact, type RamlNode, simplified } from './annotations.ts';

type Declarations = ReadonlyMap<string, RamlNode>;

/** Returns a declaration in which each link of one kind, a part with a type, is replaced. */
type Rewrite = (declaration: RamlNode, link: (part: RamlNode) => RamlNode) => RamlNode;

/**
 * Cuts the links that parsers refuse in types that lead back to themselves: lists of nothing but each other, names of
 * each other, and parts that a value must have, which would make it endless. A cut link is `any`, with its type in the
 * annotation `x-type`. Others stay, such as a field that may be absent and a list that may be empty.
 */
export function withoutCycles(declared: Declarations, annotations: Annotations): Declarations {
  const members = (expression: string): readonly string[] => expression.split(' | ');
  const withoutLists = withoutLinks(declared, toItems, members, annotations);
  const withoutNames = withoutLinks(withoutLists, (declaration, link) => link(declaration), members, annotations);
  // A union does without each of its members.
  return withoutLinks(withoutNames, toNeeded, (expression) => [expression], annotations);
}

/** @param namesIn the types that an expression leads to */
function withoutLinks(
  declared: Declarations,
  rewrite: Rewrite,
  namesIn: (expression: string) => readonly string[],
  annotations: Annotations,
): Declarations {
  const targetsOf = (part: RamlNode): readonly string[] => namesIn(String(part['type']));
  const linksOf = (declaration: RamlNode): readonly string[] => {
    const links = [...targetsOf(declaration)];
    rewrite(declaration, (part) => {
      links.push(...targetsOf(part));
      return part;
    });
    return links;
  };
  const written = new Map(declared);
  for (const cycle of cyclesIn(new Map([...declared].map(([name, declaration]) => [name, linksOf(declaration)])))) {
    const circular = new Set(cycle);
    const cut = (part: RamlNode): RamlNode =>
      targetsOf(part).some((name) => circular.has(name))
        ? { ...part, type: 'any', ...annotations.say('x-type', part['type']) }
        : part;
    for (const name of cycle) written.set(name, rewrite(declared.get(name) ?? {}, cut));
  }
  return written;
}

const toItems: Rewrite = (declaration, link) =>
  declaration['items'] === undefined
    ? declaration
    : { ...declaration, items: simplified(link(partOf(declaration['items']))) };

/** AMF, which most parsers are built on, takes what inner parts must have as needed, also where they may be absent. */
const toNeeded: Rewrite = (declaration, link) => {
  const { properties, items, minItems } = declaration;
  const inside = (written: unknown, isNeeded: boolean): unknown => {
    const part = toNeeded(partOf(written), link);
    return simplified(isNeeded ? link(part) : part);
  };
  const rewritten = Object.entries(isRecord(properties) ? properties : {}).map(([key, property]) => {
    const mayBeAbsent = isPatternKey(key) || (isRecord(property) && property['required'] === false);
    return [key, inside(property, !mayBeAbsent)] as const;
  });
  return {
    ...declaration,
    ...compact({
      properties: Object.fromEntries(rewritten),
      items: items === undefined ? null : inside(items, Number(minItems ?? 0) > 0),
    }),
  };
};

function partOf(written: unknown): RamlNode {
  return isRecord(written) ? written : { type: written };
}

/** Whether the key of a property is a pattern: `/^a/`. */
export function isPatternKey(key: string): boolean {
  return /^\/.*\/$/s.test(key);
}
