import { isRecord } from '../schema/json-values.ts';
import { toPointer } from './positions.ts';

/** Keys whose values are data: a `description` inside them does not describe the API. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);
/** Keys of maps whose keys are names that the author chooses. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas']);

/** Calls `onText` with every description in a descriptor, in order; skips `description` keys in data. */
export function visitDescriptions(root: unknown, onText: (text: string, pointer: () => string) => void): void {
  const path: (string | number)[] = [];
  const pointer = (): string => toPointer(path);
  const visit = (value: unknown, isNamed: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        path.push(index);
        visit(value[index], false);
        path.pop();
      }
    } else if (isRecord(value)) {
      for (const key in value) {
        const item = value[key];
        const isText = typeof item === 'string';
        if (isText ? isNamed || key !== 'description' : !isNamed && isValue(key)) continue;
        path.push(key);
        if (isText) onText(item, pointer);
        else visit(item, !isNamed && NAMED.has(key));
        path.pop();
      }
    }
  };
  visit(root, false);
}

/** Pattern of the delimiters of inline code and fenced code blocks. */
export const CODE_MARKS = '`+|~{3,}';
const INDENTED_CODE = /^(?: {4}|\t)/;

/** Finds matches outside of code. @param tokens pattern to search for, with {@link CODE_MARKS} as an alternative */
export function* matchesOutsideCode(text: string, tokens: RegExp): Generator<RegExpExecArray> {
  let code: string | null = null;
  let lineStart = 0;
  let seen = 0;
  for (const match of text.matchAll(tokens)) {
    const [token] = match;
    // A line may contain many matches: each part of its text is searched only once.
    const lineBreak = text.slice(seen, match.index).lastIndexOf('\n');
    if (lineBreak !== -1) lineStart = seen + lineBreak + 1;
    seen = match.index;
    if (!/^[`~]/.test(token)) {
      if (code === null && !INDENTED_CODE.test(text.slice(lineStart, seen))) yield match;
    } else if (code === null) code = token;
    // The closing fence may be longer than the opening fence.
    else if (token === code || (code.length > 2 && token.startsWith(code))) code = null;
  }
}

/** Replaces matches outside of code. @param tokens see {@link matchesOutsideCode} */
export function replacedOutsideCode(text: string, tokens: RegExp, replace: (match: RegExpExecArray) => string): string {
  let at = 0;
  let written = '';
  for (const match of matchesOutsideCode(text, tokens)) {
    written += text.slice(at, match.index) + replace(match);
    at = match.index + match[0].length;
  }
  return written + text.slice(at);
}

function isValue(key: string): boolean {
  return VALUES.has(key) || key.startsWith('x-');
}
