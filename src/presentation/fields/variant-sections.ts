import type { JsonSchemaObject } from '../../schema/schema.ts';
import { variantPart } from '../anchors.ts';
import type { Drawing, Place } from './field-place.ts';
import { NO_SHAPE, type Shape, type VariantGroup, type VariantSection } from './field-shape.ts';
import type { Draft } from './folds.ts';
import { isStructured } from './schema-facts.ts';
import { isEmptyText } from './type-words.ts';
import { variantGroupsOf } from './variant-groups.ts';

type Variant = ReturnType<typeof variantGroupsOf>[number]['variants'][number];

/** The variants of a schema that say more than fits into its line; what is inside each waits in the queue. */
export function variantSections(merged: JsonSchemaObject, place: Place, drawing: Drawing): readonly VariantGroup[] {
  const { type } = merged;
  const groups = variantGroupsOf(merged, drawing.words).filter(({ schema }) =>
    isStructured(type === undefined ? schema : { ...schema, type }, drawing.components),
  );
  return groups.map(({ kind, variants }) => ({
    kind,
    variants: variants.flatMap((variant, index) =>
      isSaid(variant, variants, drawing) ? [] : [section(variant, index, place, drawing)],
    ),
  }));
}

/** `object, or empty`: of the empty text there is no more to say. */
function isSaid({ schema }: Variant, variants: readonly Variant[], { components }: Drawing): boolean {
  return variants.length === 2 && isEmptyText(schema, components);
}

function section({ name, schema, chosen }: Variant, index: number, place: Place, drawing: Drawing): VariantSection {
  const { anchors, schemaPath, words } = drawing;
  const title = name ?? (typeof schema === 'object' && typeof schema.title === 'string' ? schema.title : null);
  const id = anchors.claim(`${place.anchor}.${variantPart(title ?? String(index + 1))}`);
  const drawn: Draft<VariantSection> = {
    ...NO_SHAPE,
    id,
    title: {
      text: title ?? words.say('field.variant', { number: index + 1 }),
      href: name === null ? null : schemaPath(name),
    },
    chosen,
  };
  const fill = (shape: Shape): void => {
    Object.assign(drawn, shape);
  };
  const inside = { ...place, anchor: id, target: id, isVariant: true };
  place.queue.push({ schema, place: inside, fill });
  return drawn;
}
