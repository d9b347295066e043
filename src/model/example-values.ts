import type { ExampleObject } from './openapi-objects.ts';

/** Value of an example, the plain value before its spellings; undefined where it is kept elsewhere or empty. */
export function exampleValue({ value, dataValue, serializedValue }: ExampleObject): unknown {
  return value ?? dataValue ?? serializedValue;
}
