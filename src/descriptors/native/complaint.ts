/** A problem at a place of one file. */
export interface Complaint {
  /** JSON Pointer to the value that is wrong. */
  readonly pointer: string;
  /** The key itself is wrong, not what it holds. */
  readonly at?: 'key' | undefined;
  readonly rule: string;
  readonly message: string;
  readonly remedy: string;
  readonly severity?: 'error' | 'warning';
}

export type Complain = (complaint: Complaint) => void;

/** A value as messages quote it: on one line and short. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `"${short.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}"`;
}

/** `a`, `a or b`, `a, b or c`. */
export function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
