import { JSON_TYPES, type JsonType } from '../../../model/schema/schema.ts';
import type { Reading } from '../reading.ts';
import { isAbsent } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

const TYPES: ReadonlySet<unknown> = new Set(JSON_TYPES);

/** Words that people write for the seven types. */
const MEANT: Readonly<Record<string, JsonType>> = {
  bool: 'boolean',
  dict: 'object',
  double: 'number',
  float: 'number',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  list: 'array',
  long: 'integer',
  map: 'object',
  str: 'string',
  text: 'string',
};

/** `type`: one of the seven types or a list of them. A word that is none is kept as `x-type`. */
export function convertType(result: Record<string, unknown>, node: SourceNode, reading: Reading): void {
  const { value } = node;
  if (TYPES.has(value)) result['type'] = value;
  else if (Array.isArray(value)) {
    const types = [...new Set(node.items().flatMap((item) => typeOf(item, reading) ?? []))];
    if (types.length > 0) result['type'] = types.length === 1 ? types[0] : types;
    if (reading.dialect === '3.0') warnOfList(types, node, reading);
  } else if (value === 'file' && reading.dialect === '2.0') Object.assign(result, { type: 'string', format: 'binary' });
  else if (!isAbsent(value)) {
    const type = typeOf(node, reading);
    if (type === undefined) result['x-type'] = value;
    else result['type'] = type;
  }
}

function warnOfList(types: readonly JsonType[], node: SourceNode, reading: Reading): void {
  const named = types.filter((type) => type !== 'null');
  const parts = [
    ...(named.length > 1 ? ['“anyOf” with a schema for each type'] : named.map((type) => `“type: ${type}”`)),
    ...(types.includes('null') ? ['“nullable: true”'] : []),
  ];
  const remedy = parts.length > 0 ? `Write ${parts.join(' and ')}.` : 'Remove the empty list.';
  reading.warn(node, 'schema-type', 'OpenAPI 3.0 has no lists of types; it was read as one of OpenAPI 3.1.', remedy);
}

function typeOf(node: SourceNode, reading: Reading): JsonType | undefined {
  const { value } = node;
  if (TYPES.has(value)) return value as JsonType;
  // An unquoted null in a YAML list of types.
  if (value === null) return 'null';
  const meant = typeof value === 'string' && Object.hasOwn(MEANT, value) ? MEANT[value] : undefined;
  const effect = meant === undefined ? 'any type is allowed' : `it was read as “${meant}”`;
  const remedy = 'Write null, boolean, integer, number, string, array or object; leave “type” out to allow any.';
  reading.warn(node, 'schema-type', `There is no type ${JSON.stringify(value)}; ${effect}.`, remedy);
  return meant;
}
