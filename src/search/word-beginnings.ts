const QUOTE = 0x22;
const DOT = 0x2e;
const CASE = 0x20;
const LETTERS = 26;

/**
 * The first letters of the words of a name of ASCII, behind its last dot and up to a quotation mark, as one number:
 * `PersistentVolumeClaim"` has that of `p v c"`.
 */
export function initialsIn(bytes: Uint8Array, begin: number): number {
  let initials = 0;
  let before = 0;
  for (let at = begin; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
    const byte = bytes[at] ?? QUOTE;
    const letter = (byte | CASE) - 0x60;
    const isLetter = letter > 0 && letter <= LETTERS;
    const isCapital = isLetter && byte < 0x60;
    if (byte === DOT) initials = 0;
    else if (isLetter && (before === 0 || (isCapital && before === 1))) initials = initials * (LETTERS + 1) + letter;
    before = isCapital ? 2 : isLetter || (byte >= 0x30 && byte <= 0x39) ? 1 : 0;
  }
  return initials;
}
