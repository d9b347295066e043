/** Field values are bytes; Node and browsers give and take them as text with one character a byte. */

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Text → the UTF-8 bytes of it, one character a byte: what a field value can hold. */
export function toByteText(text: string): string {
  return isAscii(text) ? text : Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** @returns undefined when the bytes are not UTF-8, or when a character is no byte */
export function fromByteText(bytes: string): string | undefined {
  if (isAscii(bytes)) return bytes;
  for (let at = 0; at < bytes.length; at += 1) if (bytes.charCodeAt(at) > 0xff) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
