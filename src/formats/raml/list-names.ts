import { isRecord } from '../../model/schema/json-values.ts';
import { type Annotations, type RamlNode, without } from './annotations.ts';
import { mapParts } from './named-parts.ts';
import { behind, isListOfLists } from './recursion.ts';

type Declarations = ReadonlyMap<string, RamlNode>;

/**
 * Types that say more of a list of lists, or give it another name, are lists themselves, and the name is kept in the
 * annotation `x-type`: AMF, which most readers are built on, cannot derive a type from a list of lists.
 * @param declared without cycles of mere names
 */
export function withListsOfTheirOwn(declared: Declarations, annotations: Annotations): Declarations {
  const own = (part: unknown): unknown => {
    if (!isRecord(part)) return part;
    const whole = mapParts(part, own);
    return Object.keys(part).some((facet) => facet !== 'type' && facet !== 'required')
      ? spelledOut(whole, declared, annotations)
      : whole;
  };
  return new Map(
    [...declared].map(([name, declaration]) => [name, spelledOut(mapParts(declaration, own), declared, annotations)]),
  );
}

function spelledOut(part: RamlNode, declared: Declarations, annotations: Annotations): RamlNode {
  const { type } = part;
  const list = typeof type === 'string' ? declared.get(behind(type, declared)) : undefined;
  if (list === undefined || !isListOfLists(list, declared)) return part;
  const { items, minItems, maxItems, uniqueItems } = list;
  return {
    ...part,
    type: 'array',
    ...without({ items, minItems, maxItems, uniqueItems }, []),
    ...annotations.say('x-type', type),
  };
}
