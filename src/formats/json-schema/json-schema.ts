import type { Components } from '../../model/components.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import { isRecord, mapValues } from '../../schema/json-values.ts';
import { componentReference } from '../../schema/references.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import type { Format } from '../contract.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** One named schema as a standalone JSON Schema 2020-12 document; `$defs` contains the schemas that it references. */
export const jsonSchema: Format = {
  name: 'json-schema',
  title: 'JSON Schema 2020-12',
  viewModel: 'Platform\\Documentation\\JsonSchema\\ViewModel',
  mediaTypes: ['application/schema+json'],
  extension: '.schema.json',
  levels: ['schema'],
  render,
  writtenAtBuild: false,
};

function render(document: Document): string {
  if (document.level !== 'schema') throw new Error(`JSON Schema has no document of level ${document.level}.`);
  return `${JSON.stringify(standalone(document.name, document.schema, document.api.components), null, 2)}\n`;
}

function standalone(name: string, schema: JsonSchema, components: Components): unknown {
  const { [name]: own, ...others } = reachableComponents(components.record, [schema]).schemas;
  // A recursive schema needs an entry in `$defs` that its references can name.
  const reached = own === undefined ? others : { [name]: own, ...others };
  const root = own === undefined ? rewrite(schema) : { $ref: definition(name) };
  const entries = Object.entries(reached).map(([key, value]): [string, unknown] => [key, rewrite(value)]);
  return {
    $schema: DIALECT,
    title: name,
    ...(typeof root === 'object' ? root : { allOf: [root] }),
    ...(entries.length > 0 ? { $defs: { ...definitionsOf(schema, own), ...Object.fromEntries(entries) } } : {}),
  };
}

function definition(name: string): string {
  return `#/$defs/${componentReference('schemas', name).slice('#/components/schemas/'.length)}`;
}

/** The schema's own `$defs`; empty for a recursive schema, whose entry in `$defs` already contains them. */
function definitionsOf(schema: JsonSchema, own: JsonSchema | undefined): object {
  const definitions = typeof schema === 'object' && own === undefined ? schema['$defs'] : undefined;
  return typeof definitions === 'object' && definitions !== null ? definitions : {};
}

/** Rewrites references, including those of discriminators, to point into `$defs`. */
function rewrite(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith('#/components/schemas/') ? `#/$defs/${value.slice('#/components/schemas/'.length)}` : value;
  if (Array.isArray(value)) return value.map(rewrite);
  if (!isRecord(value)) return value;
  return mapValues(value, rewrite);
}
