import type { ParameterObject, Reference } from '../model/openapi-objects.ts';
import { compareValue } from './compare-messages.ts';
import type { At } from './comparison.ts';
import { code } from './values.ts';

/** Parameters of a call, with the names in its path. */
interface CallParameters {
  readonly parameters: readonly Reference<ParameterObject>[];
  /** Names in the URI template, in order; the same place is the same parameter. */
  readonly pathNames: readonly string[];
}

interface Listed {
  readonly reference: Reference<ParameterObject>;
  readonly value: ParameterObject;
}

export function compareParameters(at: At, before: CallParameters, after: CallParameters): void {
  const first = byKey(before, (reference) => at.comparison.before.components.resolve(reference).value);
  const second = byKey(after, (reference) => at.comparison.after.components.resolve(reference).value);
  const added = [...second].filter(([key]) => !first.has(key));
  const gone = new Map([...first].filter(([key]) => !second.has(key)));
  for (const [key, now] of second) {
    const old = first.get(key);
    if (old === undefined) continue;
    const place = at.inside(stepOf(now.value));
    if (old.value.name !== now.value.name && now.value.in === 'path')
      place.report('path-parameter-renamed', code(old.value.name), code(now.value.name));
    place.pair('parameters', old.reference, now.reference, compareOne);
  }
  const goneByName = new Map([...gone].map(([key, { value }]) => [value.name, { key, in: value.in }]));
  for (const [, { value }] of added) {
    const moved = goneByName.get(value.name);
    const place = at.inside(stepOf(value));
    if (moved !== undefined && gone.delete(moved.key)) place.report('parameter-moved', code(moved.in), code(value.in));
    else place.report(value.required === true ? 'required-parameter-added' : 'parameter-added');
  }
  for (const { value } of gone.values()) {
    const rule = value.required === true ? 'required-parameter-removed' : 'parameter-removed';
    const isAnnounced = value.deprecated === true;
    at.inside(stepOf(value)).reportGone(isAnnounced ? 'deprecated-parameter-removed' : rule);
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

function compareOne(at: At, before: ParameterObject, after: ParameterObject): void {
  // Without what stands in the path there is no path.
  if (after.in !== 'path')
    at.reportTurn(before.required, after.required, 'parameter-became-required', 'parameter-became-optional');
  at.reportTurn(before.deprecated, after.deprecated, 'parameter-deprecated', 'parameter-no-longer-deprecated');
  at.reportTurn(before.allowEmptyValue, after.allowEmptyValue, 'empty-value-allowed', 'empty-value-refused');
  compareValue(at, before, after, after.in);
}
