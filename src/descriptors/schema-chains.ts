import { componentName } from '../model/components.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { JsonSchema } from '../model/schema/schema.ts';
import type { ParsedFile, SourceFormat } from './contract.ts';
import { escapePointerSegment } from './positions.ts';
import { MAX_DEPTH } from './text-problem.ts';

/**
 * Schemas that are made of others, those of others again, by `$ref` and `allOf`: folding them into one goes down the
 * whole
 * chain. Real ones stay below 20; one without an end would be the end of the process.
 * @returns the schema that a chain of more than {@link MAX_DEPTH} begins at
 */
export function checkSchemaChains(
  { components }: ApiRecord,
  file: ParsedFile,
  { schemas }: SourceFormat,
): Diagnostic | undefined {
  const heights = new Map<string, number>();
  for (const name of Object.keys(components.schemas)) {
    const height = heightOf(name, components.schemas, heights);
    if (height <= MAX_DEPTH) continue;
    const place = file.locate(`${schemas}/${escapePointerSegment(name)}`, 'key');
    const message = `The schema “${name}” is made of more than ${MAX_DEPTH} others, each within the one before.`;
    const remedy = 'Shorten the chain of “$ref” and “allOf”.';
    return { ...place, severity: 'error', rule: 'too-deep', message, remedy };
  }
  return undefined;
}

/**
 * Height of a chain, without recursion: the chain may be as long as the file. A step that closes a cycle counts
 * nothing.
 */
function heightOf(start: string, schemas: Readonly<Record<string, JsonSchema>>, heights: Map<string, number>): number {
  const open = [start];
  const entered = new Set<string>();
  for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
    const targets = heights.has(name) ? [] : targetsOf(Object.hasOwn(schemas, name) ? schemas[name] : undefined);
    const missing = entered.has(name)
      ? []
      : targets.filter((target) => !heights.has(target.name) && !entered.has(target.name));
    entered.add(name);
    if (missing.length > 0) {
      open.push(...missing.map((target) => target.name));
      continue;
    }
    open.pop();
    if (!heights.has(name))
      heights.set(
        name,
        targets.reduce((most, target) => Math.max(most, target.depth + (heights.get(target.name) ?? 0)), 0),
      );
  }
  return heights.get(start) ?? 0;
}

/** The named schemas that one is made of, and how deep in it they stand. */
function targetsOf(
  schema: JsonSchema | undefined,
  depth = 1,
): readonly { readonly name: string; readonly depth: number }[] {
  if (typeof schema !== 'object') return [];
  const own = schema.$ref === undefined ? [] : [{ name: componentName(schema.$ref), depth }];
  return [...own, ...(schema.allOf ?? []).flatMap((part) => targetsOf(part, depth + 1))];
}
