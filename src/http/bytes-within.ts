/** Collects the bytes of a body; null, and the download is cancelled, if there are more than `most`. */
export async function bytesWithin(body: AsyncIterable<Uint8Array> | null, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
