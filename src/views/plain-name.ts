/** Whether a name needs no element that keeps its direction: printable ASCII alone. */
export function isPlainName(text: string): boolean {
  return /^[\u0020-\u007e]*$/.test(text);
}
