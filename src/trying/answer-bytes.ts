/** More of an answer is not read. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** What arrives, also where that ends too early. */
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
    // What is there is shown, and that it is not all.
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
