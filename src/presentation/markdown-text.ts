/** Text without a meaning in Markdown, at any place in a line. */
const HARMLESS = /^[A-Za-z(/“][A-Za-z0-9 ,.:;'"()/{}@%$?!“”’-]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085\u000b\u000c]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

const ONE_LINE = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * A short text within a line of Markdown (CommonMark 0.31): no sign in it has a meaning, line breaks become blanks;
 * addresses stay links where they are links by themselves.
 */
export function markdownText(value: string): string {
  if (HARMLESS.test(value) && !/ {2}| $/.test(value)) return value;
  return oneLine(value)
    .replaceAll(/[\\`*_[\]<>|~&#]/g, '\\$&')
    .replace(/^([-+=:])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A code span that shows the value as it is; an empty one shows two quotes. */
export function markdownCode(value: string): string {
  const line = oneLine(value);
  if (line === '') return '`""`';
  const longest = (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Replaces line breaks by blanks and removes control characters. */
function oneLine(value: string): string {
  if (ONE_LINE.test(value) && !value.includes('  ')) return value;
  return withoutControls(value).replaceAll(/\s+/g, ' ').trim();
}

/** Writes every line break as U+000A and removes control characters. */
export function withoutControls(value: string): string {
  if (!CONTROL.test(value)) return value;
  return value.replaceAll(LINE_BREAK, '\n').replaceAll(UNSEEN, '');
}
