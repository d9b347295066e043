import { isReference } from '../model/components.ts';
import { MAPS_OF_NAMES } from '../model/maps-of-names.ts';
import type { ParameterObject, Reference } from '../model/openapi-objects.ts';
import type { ApiRecord } from '../model/records.ts';
import { isRecord } from '../model/schema/json-values.ts';

/** Names of parameters that readers see nowhere any more. */
export function parametersGone(before: ApiRecord, after: ApiRecord): ReadonlySet<string> {
  const left = parameterNames(after);
  return new Set([...parameterNames(before)].filter((name) => !left.has(name)));
}

function parameterNames({ services, components }: ApiRecord): ReadonlySet<string> {
  const listed = services.flatMap(({ operations, entityOperations }) =>
    [...operations, ...entityOperations].flatMap(({ parameters }) => parameters),
  );
  const all: readonly Reference<ParameterObject>[] = [...listed, ...Object.values(components.parameters)];
  return new Set(all.flatMap((parameter) => (isReference(parameter) ? [] : [parameter.name])));
}

/** `query.limit`, `path.id`: where a name alone would be ambiguous. */
const PLACE = /^(?:path|query|header|cookie)\./;
/** `$request.query.limit` */
const EXPRESSION = /^\$request\.(?:path|query|header)\.(?<name>.+)$/;

/** The same value whose links say nothing of such parameters, neither what they set nor what they take from them. */
export function withoutParametersOfLinks<Value>(value: Value, gone: ReadonlySet<string>): Value {
  return gone.size === 0 ? value : (walked(value, gone, undefined) as Value);
}

function walked(value: unknown, gone: ReadonlySet<string>, map: string | undefined): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => walked(item, gone, undefined));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    if (map === 'links') return [key, withoutNames(inner, gone)];
    return [key, walked(inner, gone, map === undefined && MAPS_OF_NAMES.has(key) ? key : undefined)];
  });
  return entries.every(([key, inner]) => inner === value[key]) ? value : Object.fromEntries(entries);
}

function withoutNames(link: unknown, gone: ReadonlySet<string>): unknown {
  if (!isRecord(link) || !isRecord(link['parameters'])) return link;
  const kept = Object.entries(link['parameters']).filter(([key, set]) => {
    const taken = typeof set === 'string' ? EXPRESSION.exec(set)?.groups?.['name'] : undefined;
    return !gone.has(key.replace(PLACE, '')) && !gone.has(key) && (taken === undefined || !gone.has(taken));
  });
  return { ...link, parameters: Object.fromEntries(kept) };
}
