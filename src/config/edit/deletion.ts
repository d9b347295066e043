import { afterOwnComments, commentsIn } from './comments.ts';
import { afterColon, afterLine, entryEnd, entryStart, ownLine, rangeOf, siblings } from './ranges.ts';
import { Refusal } from './refusal.ts';
import type { Entry, Key, Source, Splice } from './source.ts';
import { asHolder, findEntry, parseRoot } from './source.ts';

/**
 * What goes with an entry: its lines, comments inside it and those below it that are indented further, not those above
 * it.
 * @param keepsComments those inside get lines of their own
 * @throws {@link Refusal}
 */
export function deletion({ text }: Source, keys: readonly Key[], keepsComments: boolean): Splice {
  const root = parseRoot(text);
  if (root === null) throw new Refusal(keys, 'is not there');
  let above: Entry | undefined;
  let holder: ReturnType<typeof asHolder> = root;
  for (const [index, key] of keys.entries()) {
    const here = keys.slice(0, index + 1);
    const entry = findEntry(holder, key, here);
    if (entry === undefined) throw new Refusal(here, 'is not there');
    if (index === keys.length - 1)
      return entry.holder.flow === true
        ? flowDeletion(text, entry, here)
        : blockDeletion(text, entry, above, keepsComments, here);
    holder = asHolder(entry.value, here);
    above = entry;
  }
  throw new Refusal(keys, 'names nothing');
}

function flowDeletion(text: string, entry: Entry, here: readonly Key[]): Splice {
  const { previous, next } = siblings(entry);
  const [from, to] = rangeOf(entry.holder);
  const only: readonly [number, number] = [from + 1, to - 1];
  const [start, end] =
    previous !== undefined
      ? [entryEnd(text, previous), entryEnd(text, entry)]
      : next !== undefined
        ? [entryStart(entry), entryStart(next)]
        : only;
  if (commentsIn(text, start, end).length > 0) throw new Refusal(here, 'has comments around it, which would be lost');
  return { start, end, insert: '' };
}

function blockDeletion(
  text: string,
  entry: Entry,
  above: Entry | undefined,
  keepsComments: boolean,
  here: readonly Key[],
): Splice {
  const start = entryStart(entry);
  const end = entryEnd(text, entry);
  const { previous, next } = siblings(entry);
  const indent = ownLine(text, start);
  if (indent === undefined) return behindDash(text, entry, next, here);
  const from = start - indent.length;
  // As one that is not the last: the head of a section that is commented out stays.
  const to = afterOwnComments(text, afterLine(text, end), indent.length, false);
  const comments = keepsComments ? commentsIn(text, from, to).map((comment) => `${indent}${comment}\n`) : [];
  const isLast = entry.kind === 'item' && previous === undefined && next === undefined;
  const { start: begin, insert } = isLast ? emptied(text, from, above, here) : { start: from, insert: '' };
  return { start: begin, end: to, insert: insert + comments.join('') };
}

/** The first entry of a map that is an item: the one below it takes its place. */
function behindDash(text: string, entry: Entry, next: Entry | undefined, here: readonly Key[]): Splice {
  if (
    entry.kind === 'item' ||
    next === undefined ||
    !/^[ -]*$/.test(text.slice(text.lastIndexOf('\n', entryStart(entry) - 1) + 1, entryStart(entry)))
  )
    throw new Refusal(here, 'is written in an unusual way');
  const [start, end] = [entryStart(entry), entryStart(next)];
  if (commentsIn(text, start, end).length > 0) throw new Refusal(here, 'has comments around it, which would be lost');
  return { start, end, insert: '' };
}

/** A list that lost its last item is an empty one, not nothing. */
function emptied(text: string, from: number, above: Entry | undefined, here: readonly Key[]): Omit<Splice, 'end'> {
  if (above?.kind !== 'pair') throw new Refusal(here, 'is written in an unusual way');
  const colon = afterColon(text, above.pair);
  return { start: colon, insert: ` []${text.slice(colon, from)}` };
}
