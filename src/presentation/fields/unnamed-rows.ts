import type { Components } from '../../model/components.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Words } from '../../words/words.ts';
import { ANY_NAME, variantPart } from '../anchors.ts';
import type { Constraint } from '../words.ts';
import { typeOnCondition, withTypesAround } from './conditional-part.ts';
import type { Shape } from './field-shape.ts';
import { membersOf, positionTitle } from './member-schemas.ts';
import { needsRow } from './schema-facts.ts';

/** A row for something without a name of its own. */
export interface UnnamedRow {
  readonly title: Constraint;
  readonly schema: JsonSchema;
  /** The last part of its anchor. */
  readonly anchor: string;
  readonly adjust: (shape: Shape) => Shape;
}

/**
 * Free keys, list positions, conditions and the like that say more than fits into the line.
 * @param part the schema itself, or a part of it that could not be united
 */
export function unnamedRows(
  part: JsonSchemaObject,
  merged: JsonSchemaObject,
  components: Components,
  words: Words,
): readonly UnnamedRow[] {
  const { prefixItems = [] } = part;
  const hasPositions = prefixItems.some((schema) => needsRow({ kind: 'fields', schema }, components));
  const positions = (hasPositions ? prefixItems : []).map((schema, index) => ({
    title: [positionTitle(index, words)],
    schema,
    anchor: String(index),
    adjust: asItIs,
  }));
  const members = membersOf(part, words, merged).filter((member) => needsRow(member, components));
  return [
    ...positions,
    ...members.map(({ title, kind, schema }) =>
      kind === 'condition'
        ? {
            title,
            schema: withTypesAround(schema, merged, components),
            anchor: variantPart('if'),
            adjust: (shape: Shape) => ({ ...shape, type: typeOnCondition(schema, shape.type, components) }),
          }
        : { title, schema, anchor: ANY_NAME, adjust: asItIs },
    ),
  ];
}

function asItIs(shape: Shape): Shape {
  return shape;
}
