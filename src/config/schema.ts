/** What the configuration may hold: the one description that everything read is checked against. */
export type Schema = MapSchema | ValueSchema;

export interface MapSchema {
  readonly kind: 'map';
  readonly keys: Readonly<Record<string, Schema>>;
}

export interface ValueSchema {
  readonly kind: 'value';
  /** For remedies, after "Write": `a name such as Example APIs`. */
  readonly expected: string;
  /** What is wrong with a value; undefined when it is right. Never called with null, which stands for "left out". */
  problem(value: unknown): string | undefined;
}

const title: ValueSchema = {
  kind: 'value',
  expected: 'a name such as Example APIs',
  problem(value) {
    if (typeof value !== 'string') return 'It must be text.';
    if (value.trim() === '') return 'It is empty.';
    return /[\p{Cc}\u2028\u2029]/u.test(value) ? 'It holds a control character.' : undefined;
  },
};

const introduction: ValueSchema = {
  kind: 'value',
  expected: 'Markdown text, such as "The APIs of our shop."',
  problem: (value) => (typeof value === 'string' ? undefined : 'It must be text.'),
};

const baseUrl: ValueSchema = {
  kind: 'value',
  expected: 'a URL such as https://api.example.com',
  problem(value) {
    if (typeof value !== 'string') return 'It must be text.';
    const url = URL.parse(value);
    if (url === null || /[\s\p{Cc}\\]/u.test(value)) return `${JSON.stringify(value)} is not a URL.`;
    if (!/^https?:\/\//i.test(value)) return `${JSON.stringify(value)} is not an http or https URL.`;
    // The URL itself is not repeated: it may hold a password.
    if (url.username !== '' || url.password !== '') return 'It holds a user name or password.';
    return /[?#]/.test(value) ? 'It has a query or a fragment.' : undefined;
  },
};

/** Fails closed: documentation that was to be protected is not published instead. */
const access: ValueSchema = {
  kind: 'value',
  expected: '"public", or leave it out; log-ins for the documentation are not available yet',
  problem: (value) => (value === 'public' ? undefined : `${JSON.stringify(value) ?? 'This'} would need an adapter, and adapters are not available yet.`),
};

export const configurationSchema: MapSchema = {
  kind: 'map',
  keys: {
    'platform-documentation': { kind: 'map', keys: { title, introduction, base_url: baseUrl, access } },
  },
};
