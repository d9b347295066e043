/** Whole numbers below a limit, the same for the same seed (mulberry32). */
export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const NAMES = [
  ...[
    '__proto__',
    'constructor',
    'toString',
    '$ref',
    'allOf',
    'properties',
    'x-a',
    '',
    '.',
    '..',
    'a/b',
    '~1',
    '%',
    '%2e',
    '{x}',
    '-1',
    '200',
    'default',
  ],
  ...[
    '</script><b>',
    'a\nb',
    '\u202e',
    '\u0000',
    '\ud800',
    '\u2028',
    'Ü',
    'U\u0308',
    'a b',
    '"\'`',
    '\\',
    '*/*',
    'n'.repeat(3000),
  ],
] as const;

const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1e308,
    1.5,
    '',
    ' ',
    'x',
    '1',
    'NaN',
    '#/components/schemas/__proto__',
    '2020-02-30',
    '^(a+)+$',
    '(',
  ],
  ...[
    [],
    [[]],
    [null],
    ['a', 1],
    {},
    { a: null },
    { $ref: 1 },
    { $ref: '#' },
    { $ref: '#/paths' },
    { $ref: 'other.yaml' },
  ],
  ...[{ type: 'object' }, { oneOf: [] }, { allOf: [{}] }],
];

/**
 * A copy with one thing wrong somewhere: another value, another key, a part left out, a part put elsewhere, a reference
 * to anywhere.
 */
export function damage(root: unknown, random: Random): unknown {
  const places = [...placesIn(root, [])];
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const place = pick(places) ?? [];
  const elsewhere = pick(places) ?? [];
  switch (random(6)) {
    case 0:
      return changed(root, place, (holder, key) => ({ ...holder, [String(pick(NAMES))]: holder[key] }));
    case 1:
      return changed(root, place, (holder, key) =>
        Object.fromEntries(Object.entries(holder).map(([name, value]) => [name === key ? pick(NAMES) : name, value])),
      );
    case 2:
      return changed(root, place, (holder, key) =>
        Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key)),
      );
    case 3:
      return changed(root, place, (holder, key) => withValue(holder, key, valueAt(root, elsewhere)));
    case 4:
      return changed(root, place, (holder, key) =>
        withValue(holder, key, {
          $ref: `#${elsewhere.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`,
        }),
      );
    default:
      return changed(root, place, (holder, key) => withValue(holder, key, pick(VALUES)));
  }
}

type Holder = Readonly<Record<string, unknown>>;

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

/** `__proto__` as a key of its own. */
function withValue(holder: Holder, key: string, value: unknown): Holder {
  return Object.fromEntries([...Object.entries(holder).filter(([name]) => name !== key), [key, value]]);
}

function* placesIn(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (!isHolder(value)) return;
  for (const [key, child] of Object.entries(value)) {
    yield [...path, key];
    yield* placesIn(child, [...path, key]);
  }
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (isHolder(value) && Object.hasOwn(value, key) ? value[key] : null), root);
}

/** Every object on the way is a new one; a list becomes a list again when its keys still are indexes. */
function changed(
  root: unknown,
  [key, ...rest]: readonly string[],
  change: (holder: Holder, key: string) => Holder,
): unknown {
  if (key === undefined || !isHolder(root)) return root;
  if (Array.isArray(root) && rest.length === 0) return Object.values(change({ ...root }, key));
  const next = rest.length === 0 ? change(root, key) : { ...root, [key]: changed(root[key], rest, change) };
  return Array.isArray(root) ? Object.values(next) : next;
}
