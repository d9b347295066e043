type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

const KEYS: ReadonlySet<Expected> = new Set(['key', 'key or end']);
const ENDS: ReadonlySet<Expected> = new Set(['value or end', 'key or end', 'comma or end']);

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * The offset of the first character that JSON does not allow (RFC 8259), the length of the text when its end is
 * missing. The engine's own messages do not always tell it.
 */
export function findSyntaxError(text: string): number {
  const closers: string[] = [];
  let expected: Expected = 'value';
  let offset = 0;
  for (;;) {
    while (' \t\n\r'.includes(text[offset] ?? '-')) offset++;
    const character = text[offset];
    if (character === undefined) return text.length;
    const wantsKey = KEYS.has(expected);
    if (ENDS.has(expected) && character === closers.at(-1)) {
      closers.pop();
      expected = 'comma or end';
      offset++;
    } else if (expected === 'comma or end') {
      if (character !== ',' || closers.length === 0) return offset;
      expected = closers.at(-1) === '}' ? 'key' : 'value';
      offset++;
    } else if (expected === 'colon') {
      if (character !== ':') return offset;
      expected = 'value';
      offset++;
    } else if (character === '"') {
      const end = endOfValidString(text, offset);
      if (end.isBroken) return end.offset;
      expected = wantsKey ? 'colon' : 'comma or end';
      offset = end.offset;
    } else if (wantsKey) {
      return offset;
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'key or end' : 'value or end';
      offset++;
    } else {
      const end = matchAt(NUMBER, text, offset) ?? matchAt(LITERAL, text, offset);
      if (end === undefined) return offset;
      expected = 'comma or end';
      offset = end;
    }
  }
}

/** The offset behind the closing quote, or that of what a string cannot hold. */
function endOfValidString(text: string, start: number): { readonly offset: number; readonly isBroken: boolean } {
  let offset = start + 1;
  while (offset < text.length) {
    const character = text.charCodeAt(offset);
    if (character === 0x22) return { offset: offset + 1, isBroken: false };
    if (character < 0x20) return { offset, isBroken: true };
    if (character === 0x5c) {
      const end = matchAt(ESCAPE, text, offset);
      if (end === undefined) return { offset, isBroken: true };
      offset = end;
    } else offset++;
  }
  return { offset: text.length, isBroken: true };
}

function matchAt(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
