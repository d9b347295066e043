/** Keywords of JSON Schema. */
export type Shape = Readonly<Record<string, unknown>>;

/** Types that people write as words, in lower case, with their schemas. */
export const TYPED_WORDS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...['string', 'number', 'integer', 'boolean', 'array', 'object'].map((type) => [type, { type }] as const),
  ...['int', 'long'].map((word) => [word, { type: 'integer' }] as const),
  ...['float', 'double', 'decimal'].map((word) => [word, { type: 'number' }] as const),
  ...['date', 'email', 'uri', 'uuid', 'binary'].map((format) => [format, { type: 'string', format }] as const),
  ...['datetime', 'date-time'].map((word) => [word, { type: 'string', format: 'date-time' }] as const),
  ['bool', { type: 'boolean' }],
  ['text', { type: 'string' }],
  ['url', { type: 'string', format: 'uri' }],
  ['file', { type: 'string', format: 'binary' }],
]);
