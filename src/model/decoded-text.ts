/** A text without its percent-encoding; one that is encoded wrongly as it is. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
