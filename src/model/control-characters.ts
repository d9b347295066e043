import { computedOnce } from './computed-once.ts';
import type { ApiRecord } from './records.ts';

/** What no text shows and terminals may act on: all but tabs and line breaks. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;
/** What may be one of these in JSON, where those below U+0020 are escaped, or in the Markdown there. */
const PERHAPS_IN_JSON = /\\(?:u00[01]|[bf])|[\u007f-\u009f]|&#/;
/** What is one: not the backslash of a pattern, which is escaped itself. */
const IN_JSON = /(?<!\\)(?:\\\\)*\\(?:u00[01]|[bf])|[\u007f-\u009f]/;
const IN_MARKDOWN = /&#(?:0*(?:\d|[12]\d|3[01]|12[789]|1[345]\d)(?!\d)|x0*(?:1?[\da-f]|7f|[89][\da-f])(?![\da-f]))/i;
const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = '\u2421';

/**
 * Makes control characters visible: U+0007 becomes `␇`. HTML cannot hold them; JSON and YAML escape them.
 * Those from U+0080 to U+009F have no picture and become U+FFFD.
 */
export function withVisibleControls(text: string): string {
  return text.replaceAll(CONTROL, (character) => {
    const code = character.charCodeAt(0);
    if (code < DELETE) return String.fromCharCode(PICTURES + code);
    return code === DELETE ? DELETE_PICTURE : '\ufffd';
  });
}

/** Whether any text of an API holds a control character; true where it may. Computed once. */
export const holdsControls = computedOnce((record: ApiRecord): boolean =>
  partsOf(record).some((part) => {
    const json = JSON.stringify(part) ?? '';
    return PERHAPS_IN_JSON.test(json) && (IN_JSON.test(json) || IN_MARKDOWN.test(json));
  }),
);

/** In pieces: the JSON of a whole API may be a hundred megabytes. */
function partsOf({ services, components, ...rest }: ApiRecord): readonly unknown[] {
  return [
    rest,
    ...services,
    ...Object.values(components).flatMap((section) => [Object.keys(section), ...Object.values(section)]),
  ];
}
