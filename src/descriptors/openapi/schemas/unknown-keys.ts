import { closeNames, isMistyped } from '../../../model/close-names.ts';
import { computedOnce } from '../../../model/computed-once.ts';
import { isExtension } from '../../../model/extensions.ts';
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, subschemasOf } from '../../../schema/schema.ts';
import type { Reading } from '../reading.ts';
import type { SourceNode } from '../source-node.ts';
import { KEYWORDS } from './keywords.ts';
import { ADD_NULL } from './modernise.ts';

/** Further keywords of all drafts and dialects, which are kept unchanged or converted to other keywords. */
const OTHERS =
  '$ref $schema $id $anchor $dynamicRef $dynamicAnchor $recursiveAnchor $vocabulary id type const ' +
  'default summary additionalItems definitions dependencies collectionFormat';
const KNOWN: ReadonlySet<string> = new Set([
  ...SCHEMA_KEYWORDS,
  ...SCHEMA_LIST_KEYWORDS,
  ...SCHEMA_MAP_KEYWORDS,
  ...KEYWORDS.keys(),
  ...OTHERS.split(' '),
]);
/** `$recursiveRef` is resolved only below `$recursiveAnchor: true`; elsewhere it is reported with its successor. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([['$recursiveRef', '$dynamicRef']]);
/** Keywords compared with unknown keys. Excludes short keywords, which resemble too many words: `not`, `note`. */
const COMPARED = [...KNOWN].filter((name) => name.length > 3 && name !== 'then' && name !== 'else');
/** Maximum number of distinct unknown keys that are compared with keywords; more are unlikely to be misspellings. */
const MOST_COMPARED = 500;

/** True for a key that is neither a keyword of any dialect nor an extension. */
export function isUnknownKey(key: string): boolean {
  return !KNOWN.has(key) && !isExtension(key);
}

/**
 * Reports an unknown key of a schema. In dialects that allow further keywords, reports only a key that resembles a
 * keyword.
 */
export function checkUnknownKey(node: SourceNode, reading: Reading): void {
  const { key, parent } = node;
  const close = SUCCESSORS.get(key) ?? closeKeyword(key, reading);
  // A key is not a misspelling if the schema also has the keyword itself.
  const meant = close !== undefined && parent?.has(close) === true ? undefined : close;
  if (meant === undefined && !reading.hasOldSchemas) return;
  reading.warn(node, 'unknown-key', `“${key}” is not a key of a schema.`, remedyOf(meant, reading), 'key');
  // The converter does not read schemas below a misspelt keyword, so their keys are checked here.
  if (meant !== undefined) checkWithin(node, meant, reading);
}

const closeKeywords = computedOnce((_: Reading) => new Map<string, string | undefined>());

function closeKeyword(key: string, reading: Reading): string | undefined {
  const known = closeKeywords(reading);
  if (!known.has(key) && known.size < MOST_COMPARED) {
    const mistyped = COMPARED.filter((name) => isMistyped(key, name));
    known.set(key, closeNames(key, mistyped)[0]);
  }
  return known.get(key);
}

function remedyOf(meant: string | undefined, { hasOldSchemas }: Reading): string {
  if (meant === undefined) return 'Remove it, or begin it with x-.';
  return meant === 'nullable' && !hasOldSchemas ? ADD_NULL : `Write “${meant}”.`;
}

function checkWithin(node: SourceNode, keyword: string, reading: Reading): void {
  const isOldList = keyword === 'items' && Array.isArray(node.value);
  const current = isOldList ? 'prefixItems' : keyword === 'definitions' ? '$defs' : keyword;
  for (const { key } of subschemasOf({ [current]: node.value }))
    for (const [name, child] of (key === null ? node : node.child(key)).entries()) {
      if (isUnknownKey(name)) checkUnknownKey(child, reading);
      else checkWithin(child, name, reading);
    }
}
