/** Control characters except tabs and line breaks: no text shows them, and terminals may act on them. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;
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
