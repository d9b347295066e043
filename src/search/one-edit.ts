/** Two characters of UTF-8, which may be swapped. */
const MOST_DIFFERENT_BYTES = 8;
const LAST_ASCII = 127;

/** Whether a part of some bytes and a word, both UTF-8, are one edit apart. */
export function isOneEdit(bytes: Uint8Array, begin: number, end: number, word: Uint8Array): boolean {
  let start = 0;
  const shorter = Math.min(end - begin, word.length);
  while (start < shorter && bytes[begin + start] === word[start]) start += 1;
  if (start === end - begin && start === word.length) return false;
  while (start > 0 && (continues(bytes[begin + start]) || continues(word[start]))) start -= 1;
  let last = end;
  let wordLast = word.length;
  while (last > begin + start && wordLast > start && bytes[last - 1] === word[wordLast - 1]) {
    last -= 1;
    wordLast -= 1;
  }
  if (last - begin - start > MOST_DIFFERENT_BYTES || wordLast - start > MOST_DIFFERENT_BYTES) return false;
  while (last < end && (continues(bytes[last]) || continues(word[wordLast]))) {
    last += 1;
    wordLast += 1;
  }
  const from = begin + start;
  const [length, wordLength] = [last - from, wordLast - start];
  // Nearly all of thousands of words differ in more, which shows without decoding them.
  if (isAscii(bytes, from, last) && isAscii(word, start, wordLast)) {
    if (length <= 1 && wordLength <= 1) return true;
    const isPair = length === 2 && wordLength === 2;
    return isPair && bytes[from] === word[start + 1] && bytes[from + 1] === word[start];
  }
  const one = [...decoder.decode(bytes.subarray(from, last))];
  const two = [...decoder.decode(word.subarray(start, wordLast))];
  if (one.length <= 1 && two.length <= 1) return true;
  return one.length === 2 && two.length === 2 && one[0] === two[1] && one[1] === two[0];
}

function isAscii(bytes: Uint8Array, begin: number, end: number): boolean {
  for (let at = begin; at < end; at += 1) if ((bytes[at] ?? 0) > LAST_ASCII) return false;
  return true;
}

/** Whether a byte goes on a character. */
function continues(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}

const decoder = new TextDecoder();
