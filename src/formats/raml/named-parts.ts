import { cyclesIn } from '../../model/schema/connected-parts.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import type { RamlNode } from './annotations.ts';

type Declarations = ReadonlyMap<string, RamlNode>;

/**
 * Objects and lists inside a type that lead back to it get a name: AMF, which most readers are built on, takes some
 * that stand in place for endless ones though they may be absent. Outside of cycles these are lists of lists that lead
 * into one.
 * @param fresh a name that no type has, near to the wanted one
 */
export function nameCircularParts(declared: Declarations, fresh: (wanted: string) => string): Declarations {
  const added = new Map<string, RamlNode>();
  const named = new Map(declared);
  const circular = new Set<string>();
  for (const cycle of cyclesOfTypes(declared)) {
    const members = new Set(cycle);
    for (const name of cycle) circular.add(name);
    for (const name of cycle)
      named.set(name, withNamedParts(declared.get(name) ?? {}, name, { members, added, fresh }));
  }
  for (const [name, declaration] of declared)
    if (!circular.has(name)) named.set(name, withNamedLists(declaration, name, { members: circular, added, fresh }));
  return added.size === 0 ? declared : new Map([...named, ...added]);
}

/** Types that lead back to themselves. */
export function cyclesOfTypes(declared: Declarations): readonly (readonly string[])[] {
  return cyclesIn(new Map([...declared].map(([name, declaration]) => [name, referencesOf(declaration)])));
}

interface Naming {
  /** Types of the cycle, or of all cycles. */
  readonly members: ReadonlySet<string>;
  readonly added: Map<string, RamlNode>;
  readonly fresh: (wanted: string) => string;
}

function withNamedParts(declaration: RamlNode, owner: string, naming: Naming): RamlNode {
  return mapParts(declaration, (part, place) => {
    if (!isRecord(part) || !(isRecord(part['properties']) || part['items'] !== undefined)) return part;
    if (!referencesOf(part).some((name) => naming.members.has(name))) return part;
    const name = naming.fresh(`${owner}-${place}`);
    const { required, ...type } = part;
    naming.added.set(name, type);
    naming.added.set(name, withNamedParts(type, name, naming));
    return required === undefined ? name : { type: name, required };
  });
}

function withNamedLists(declaration: RamlNode, owner: string, naming: Naming): RamlNode {
  return mapParts(declaration, (part, place) => {
    if (!isRecord(part)) return part;
    const inside = withNamedLists(part, `${owner}-${place}`, naming);
    const isOfList =
      declaration['items'] === part && (part['items'] !== undefined || naming.members.has(String(part['type'])));
    if (!isOfList || !referencesOf(part).some((name) => naming.members.has(name))) return inside;
    const name = naming.fresh(`${owner}-${place}`);
    naming.added.set(name, inside);
    return name;
  });
}

/** The declaration with its properties and items replaced. */
export function mapParts(declaration: RamlNode, replace: (part: unknown, place: string) => unknown): RamlNode {
  const { properties, items } = declaration;
  return {
    ...declaration,
    ...(isRecord(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, property]) => [key, replace(property, key === '//' ? 'any' : key)]),
          ),
        }
      : {}),
    ...(items === undefined ? {} : { items: replace(items, 'item') }),
  };
}

/** Names in the type expressions of a declaration. */
function referencesOf(declaration: unknown): readonly string[] {
  if (typeof declaration === 'string') return declaration.split(' | ');
  if (!isRecord(declaration)) return [];
  const { type, properties, items } = declaration;
  return [type, items, ...(isRecord(properties) ? Object.values(properties) : [])].flatMap(referencesOf);
}
