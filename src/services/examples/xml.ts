import type { Components } from '../../model/components.ts';
import { isRecord } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import type { Work } from '../../schema/work.ts';

const NAME = /^[A-Za-z_][\w.-]*$/;
const UNFIT_CHARACTERS = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * A value as XML, named as OpenAPI's `xml` says: `name`, `attribute`, `wrapped`. Namespaces are left out.
 * @param work what looking up the names is counted against; once it is spent, the names are those of the value
 */
export function toXml(value: unknown, schema: JsonSchema, components: Components, work: Work): string {
  const { schema: merged, name } = mergeSchema(schema, components, work);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(nameOf(merged, name ?? 'response'), value, merged, components, work)}\n`;
}

function element(name: string, value: unknown, schema: JsonSchemaObject, components: Components, work: Work): string {
  if (Array.isArray(value)) return `<${name}>${items(name, value, schema, components, work)}</${name}>`;
  if (!isRecord(value))
    return value === null || value === undefined ? `<${name}/>` : `<${name}>${escapeText(String(value))}</${name}>`;
  let attributes = '';
  let children = '';
  for (const [key, inner] of Object.entries(value)) {
    const property = propertyOf(schema, key, components, work);
    const own = nameOf(property, key);
    if (property.xml?.['attribute'] === true && !isRecord(inner) && !Array.isArray(inner))
      attributes += ` ${own}="${escapeText(String(inner))}"`;
    else if (Array.isArray(inner) && property.xml?.['wrapped'] !== true)
      children += items(own, inner, property, components, work);
    else children += element(own, inner, property, components, work);
  }
  return children === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${children}</${name}>`;
}

function items(
  name: string,
  list: readonly unknown[],
  schema: JsonSchemaObject,
  components: Components,
  work: Work,
): string {
  const item = mergeSchema(schema.items ?? true, components, work).schema;
  return list.map((inner) => element(nameOf(item, name), inner, item, components, work)).join('');
}

function propertyOf(
  { properties }: JsonSchemaObject,
  key: string,
  components: Components,
  work: Work,
): JsonSchemaObject {
  return properties !== undefined && Object.hasOwn(properties, key)
    ? mergeSchema(properties[key] ?? true, components, work).schema
    : {};
}

function nameOf({ xml }: JsonSchemaObject, otherwise: string): string {
  const name = typeof xml?.['name'] === 'string' ? xml['name'] : otherwise;
  return NAME.test(name) ? name : 'item';
}

function escapeText(text: string): string {
  return text
    .replaceAll(UNFIT_CHARACTERS, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
