import { closeNames, isMistyped } from '../../../model/close-names.ts';
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from '../../../model/components.ts';
import { isExtension } from '../../../model/extensions.ts';
import type { Reading } from '../reading.ts';
import type { SourceNode } from '../source-node.ts';
import { KEYWORDS } from './keywords.ts';
import { ADD_NULL } from './modernise.ts';

/** Keywords of all drafts and dialects that are kept as they are written. */
const KEPT =
  '$ref $schema $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary ' +
  'const default id dependencies summary collectionFormat';
const KNOWN: ReadonlySet<string> = new Set([...KEYWORDS.keys(), ...KEPT.split(' ')]);
/** Shorter words are close to too much: `note` to `not`, `when` to `then`. */
const COMPARED = [...KNOWN].filter((name) => name.length > 3 && name !== 'then' && name !== 'else');
/** Different keys for which a keyword is looked for: more of them are no slips. */
const MOST_COMPARED = 500;

const ONE: ReadonlySet<string> = new Set(SCHEMA_KEYWORDS);
const SEVERAL: ReadonlySet<string> = new Set(SCHEMA_LIST_KEYWORDS);
const NAMED: ReadonlySet<string> = new Set([...SCHEMA_MAP_KEYWORDS, 'definitions']);

/** Whether it is no keyword of any dialect, nor an extension. */
export function isUnknownKey(key: string): boolean {
  return !KNOWN.has(key) && !isExtension(key);
}

/**
 * Reports an unknown key of a schema: in dialects with a list of keywords each, in others, where anyone may
 * add some, those that are almost one.
 */
export function checkUnknownKey(node: SourceNode, reading: Reading): void {
  const { key, parent } = node;
  const close = closeKeyword(key, reading.closeKeywords);
  const meant = close !== undefined && parent?.has(close) ? undefined : close;
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

/** @param known what was found before */
function closeKeyword(key: string, known: Map<string, string | undefined>): string | undefined {
  if (!known.has(key) && known.size < MOST_COMPARED) {
    const mistyped = COMPARED.filter((name) => isMistyped(key, name));
    known.set(key, closeNames(key, mistyped)[0]);
  }
  return known.get(key);
}
