import type { ParameterObject, Reference } from '../model/openapi-objects.ts';
import { compareValue } from './compare-messages.ts';
import { type At, type Comparison, inside } from './comparison.ts';
import { code } from './values.ts';

/** What is called, as far as names of parameters are concerned. */
interface CallParameters {
  readonly parameters: readonly Reference<ParameterObject>[];
  /** Names in the URI template, in order; the same place is the same parameter. */
  readonly pathNames: readonly string[];
}

interface Listed {
  readonly reference: Reference<ParameterObject>;
  readonly value: ParameterObject;
}

export function compareParameters(comparison: Comparison, at: At, before: CallParameters, after: CallParameters): void {
  const first = byKey(before, (reference) => comparison.before.components.resolve(reference).value);
  const second = byKey(after, (reference) => comparison.after.components.resolve(reference).value);
  const added = [...second].filter(([key]) => !first.has(key));
  const gone = new Map([...first].filter(([key]) => !second.has(key)));
  for (const [key, now] of second) {
    const old = first.get(key);
    if (old === undefined) continue;
    const place = inside(at, stepOf(now.value));
    if (old.value.name !== now.value.name && now.value.in === 'path')
      comparison.report(place, 'path-parameter-renamed', code(old.value.name), code(now.value.name));
    comparison.pair(place, 'parameters', old.reference, now.reference, (inner, a, b) =>
      compareOne(comparison, inner, a, b),
    );
  }
  const goneByName = new Map([...gone].map(([key, { value }]) => [value.name, { key, in: value.in }]));
  for (const [, { value }] of added) {
    const moved = goneByName.get(value.name);
    const place = inside(at, stepOf(value));
    if (moved !== undefined && gone.delete(moved.key))
      comparison.report(place, 'parameter-moved', code(moved.in), code(value.in));
    else comparison.report(place, value.required === true ? 'required-parameter-added' : 'parameter-added');
  }
  for (const { value } of gone.values()) {
    const rule = value.required === true ? 'required-parameter-removed' : 'parameter-removed';
    const isAnnounced = value.deprecated === true;
    comparison.reportGone(inside(at, stepOf(value)), isAnnounced ? 'deprecated-parameter-removed' : rule);
  }
}

function stepOf({ name, in: place }: ParameterObject) {
  return { kind: 'parameter', in: place, name } as const;
}

function byKey(
  { parameters, pathNames }: CallParameters,
  resolve: (reference: Reference<ParameterObject>) => ParameterObject,
): ReadonlyMap<string, Listed> {
  return new Map(
    parameters.map((reference) => {
      const value = resolve(reference);
      return [keyOf(value, pathNames), { reference, value }] as const;
    }),
  );
}

/** Names of header fields have no case; of a path the place counts. */
function keyOf({ in: place, name }: ParameterObject, pathNames: readonly string[]): string {
  const index = place === 'path' ? pathNames.indexOf(name) : -1;
  if (index >= 0) return `path ${index}`;
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function compareOne(comparison: Comparison, at: At, before: ParameterObject, after: ParameterObject): void {
  const differs = (key: 'required' | 'deprecated' | 'allowEmptyValue'): boolean =>
    (before[key] ?? false) !== (after[key] ?? false);
  // Without what stands in the path there is no path.
  if (differs('required') && after.in !== 'path')
    comparison.report(at, after.required === true ? 'parameter-became-required' : 'parameter-became-optional');
  if (differs('deprecated'))
    comparison.report(at, after.deprecated === true ? 'parameter-deprecated' : 'parameter-no-longer-deprecated');
  if (differs('allowEmptyValue'))
    comparison.report(at, after.allowEmptyValue === true ? 'empty-value-allowed' : 'empty-value-refused');
  compareValue(comparison, at, before, after, after.in);
}
