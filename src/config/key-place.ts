import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEvents } from 'js-yaml';
import { membersOf, rootOf, type YamlMember } from '../yaml/members.ts';
import { placeInText } from '../yaml/places.ts';

/** Line and column of a key in a file, both from 1; 0 where the file does not tell. */
interface KeyPlace {
  readonly line: number;
  readonly column: number;
}

/** Files that hold more are refused when they are read. */
const MAX_DEPTH = 100;
const NOWHERE: KeyPlace = { line: 0, column: 0 };

/**
 * Place of a key in the configuration, or of the nearest one above it. Reads the file anew: it is for messages alone.
 * @param file relative to the project
 * @param path as problems have it: `platform-documentation.title`
 */
export function findKeyPlace(projectFolder: string, file: string, path: string): KeyPlace {
  if (path === '') return NOWHERE;
  try {
    return placeInYaml(readFileSync(join(projectFolder, file), 'utf8').replace(/^\uFEFF/, ''), path);
  } catch {
    // No file, or none that can be read: that is a problem of its own.
    return NOWHERE;
  }
}

function placeInYaml(text: string, path: string): KeyPlace {
  const events = parseEvents(text, { maxDepth: MAX_DEPTH });
  let cursor = rootOf(events);
  let rest = path;
  let found: YamlMember | undefined;
  for (;;) {
    // Keys may hold dots themselves.
    const [member] = [...membersOf(text, events, cursor)]
      .filter(({ key }) => `${rest}.`.startsWith(`${key}.`))
      .toSorted((a, b) => b.key.length - a.key.length);
    if (member === undefined) return found === undefined ? NOWHERE : placeInText(text, found.keyOffset);
    found = member;
    cursor = member.value;
    rest = rest.slice(member.key.length + 1);
    if (rest === '') return placeInText(text, found.keyOffset);
  }
}
