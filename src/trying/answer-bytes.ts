/** More of an answer is not read. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** Reads the bytes that arrive, also where the answer ends too early. */
export async function bytesOf(
  response: Response,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isWhole: boolean; readonly isCut: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const reader = response.body?.getReader();
  try {
    while (reader !== undefined && length < MOST_BYTES) {
      const { done, value } = await reader.read();
      if (done) {
        isWhole = true;
        break;
      }
      parts.push(value);
      length += value.byteLength;
    }
  } catch {
    // The bytes so far are shown, and a note that they are not all.
  }
  const isCut = length >= MOST_BYTES;
  if (isCut) await reader?.cancel();
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return { bytes, isWhole: isWhole || reader === undefined, isCut };
}
