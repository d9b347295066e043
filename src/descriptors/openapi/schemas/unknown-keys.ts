import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from '../../../model/components.ts';
import { isUnknownKey } from '../../keys-of-schemas.ts';
import type { Reading } from '../reading.ts';
import type { SourceNode } from '../source-node.ts';
import { ADD_NULL } from './modernise.ts';

const ONE: ReadonlySet<string> = new Set(SCHEMA_KEYWORDS);
const SEVERAL: ReadonlySet<string> = new Set(SCHEMA_LIST_KEYWORDS);
const NAMED: ReadonlySet<string> = new Set([...SCHEMA_MAP_KEYWORDS, 'definitions']);

/**
 * Reports an unknown key of a schema: in dialects with a list of keywords each, in others, where anyone may
 * add some, those that are almost one.
 */
export function checkUnknownKey(node: SourceNode, reading: Reading): void {
  const { key, parent } = node;
  const meant = reading.closeKeywords.meantBy(key, (name) => parent?.has(name) === true);
  if (meant === undefined && !reading.hasOldSchemas) return;
  reading.warn(node, 'unknown-key', `“${key}” is not a key of a schema.`, remedyOf(meant, reading), 'key');
  // Nothing else reads what stands there.
  if (meant !== undefined) checkWithin(node, meant, reading);
}

function remedyOf(meant: string | undefined, { hasOldSchemas }: Reading): string {
  if (meant === undefined) return 'Remove it, or begin it with x-.';
  return meant === 'nullable' && !hasOldSchemas ? ADD_NULL : `Write “${meant}”.`;
}

function checkWithin(node: SourceNode, keyword: string, reading: Reading): void {
  for (const schema of schemasAt(node, keyword))
    for (const [key, child] of schema.entries()) {
      if (isUnknownKey(key)) checkUnknownKey(child, reading);
      else checkWithin(child, key, reading);
    }
}

function schemasAt(node: SourceNode, keyword: string): readonly SourceNode[] {
  if (NAMED.has(keyword)) return node.entries().map(([, child]) => child);
  if (SEVERAL.has(keyword) || (keyword === 'items' && Array.isArray(node.value))) return node.items();
  return ONE.has(keyword) ? [node] : [];
}
