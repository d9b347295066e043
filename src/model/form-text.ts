import { isRecord } from './schema/json-values.ts';

const FORM = /^application\/x-www-form-urlencoded\b/i;

export function isFormMediaType(mediaType: string): boolean {
  return FORM.test(mediaType);
}

/** The members of an object as `application/x-www-form-urlencoded`; those that are no text as JSON. */
export function formText(value: unknown): string {
  if (!isRecord(value)) return '';
  const fields = Object.entries(value).map(([name, inner]): [string, string] => [
    name,
    typeof inner === 'string' ? inner : (JSON.stringify(inner) ?? ''),
  ]);
  return new URLSearchParams(fields).toString();
}
