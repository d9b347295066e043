import fc from 'fast-check';
import { Engine } from 'php-parser';
import { describe, expect, test } from 'vitest';
import { createPhpIndex, readPhp } from '../../../src/descriptors/laminas/reader.ts';
import { createLocator } from '../../../src/descriptors/positions.ts';
import { TextProblem } from '../../../src/descriptors/text-problem.ts';
import { caseCount } from '../../tooling/case-count.ts';

const PATH = 'module/Shop/config/module.config.php';

function read(expression: string, before = ''): unknown {
  return readPhp(`<?php\n${before}\nreturn ${expression};\n`, PATH).value;
}

describe('literals', () => {
  test.each<readonly [string, unknown]>([
    ["'it\\'s \\n \\\\'", "it's \\n \\"],
    ['"a\\tb\\x41\\103\\u{20AC}\\$x\\q"', 'a\tbAC€$x\\q'],
    ['"caf\\xC3\\xA9"', 'café'],
    ['"costs 5$ {x}"', 'costs 5$ {x}'],
    ['0x1F', 31],
    ['0b101', 5],
    ['0o17 + 017', 30],
    ['1_000', 1000],
    ['-1.5e2', -150],
    ['.5', 0.5],
    ['TRUE', true],
    ['\\null', null],
    ["'a' . 'b' . 3 . PHP_EOL", 'ab3\n'],
    ["[1, 'x' => [], 5 => 'five', 'six',]", { 0: 1, x: [], 5: 'five', 6: 'six' }],
    ['array(1, array(2))', [1, [2]]],
    ["[0 => 'a', 1 => 'b']", ['a', 'b']],
    ["['1' => 'a', true => 'b']", { 1: 'b' }],
    ["['__proto__' => ['x' => 1]]", JSON.parse('{"__proto__":{"x":1}}')],
    ['/* a */ [ // b\n 1, # c\n 2 ]', [1, 2]],
    ["__DIR__ . '/../x'", 'module/Shop/config/../x'],
    ['\\Acme\\Book::class', 'Acme\\Book'],
    ["(['a'])", ['a']],
    ["<<<'EOT'\n    a $x\n      b\n    EOT", 'a $x\n  b'],
    ['<<<EOT\na \\"x\\" \\t\nEOT', 'a \\"x\\" \t'],
    ['[<<<EOT\n  x\n  EOT, 1]', ['x', 1]],
    ['<<<EOT\nEOT', ''],
    ["array_merge(['a' => 1, 'x'], ['a' => 2, 'y'])", { a: 2, 0: 'x', 1: 'y' }],
    ["['a' => 1] + ['a' => 2, 'b' => 3]", { a: 1, b: 3 }],
    ["array_replace_recursive(['a' => ['b' => 1, 'c' => 2]], ['a' => ['b' => 3]])", { a: { b: 3, c: 2 } }],
    ["array_merge_recursive(['a' => 1], ['a' => 2])", { a: [1, 2] }],
    ["include __DIR__ . '/routes.php'", { '\0include': 'routes.php' }],
    [
      "array_merge(require 'a.php', ['x' => 1])",
      { '\0merge': 'array_merge', parts: [{ '\0include': 'a.php' }, { x: 1 }] },
    ],
  ])('%s', (written, value) => {
    expect(read(written)).toEqual(value);
  });

  test('signs and includes in a row are read without nesting', () => {
    expect(read(`${'- '.repeat(200_001)}1`)).toBe(-1);
    expect(read(`[${'include '.repeat(60_000)}'a.php']`)).toEqual([]);
  });

  test('names of classes follow the namespace and the "use" of the file', () => {
    const before =
      'declare(strict_types=1);\nnamespace Shop;\nuse Acme\\Rest as R, Acme\\Filter;\nuse Lib\\{One, Two as Three};';
    expect(
      read('[R\\Book::class, Filter::class, Own::class, One::class, three::class, namespace\\X::class]', before),
    ).toEqual(['Acme\\Rest\\Book', 'Acme\\Filter', 'Shop\\Own', 'Lib\\One', 'Lib\\Two', 'Shop\\X']);
  });
});

describe('what only running PHP would give', () => {
  test.each([
    ["getenv('KEY')", 'a call of getenv()'],
    ['new \\ArrayObject([1, 2])', 'an object ("new")'],
    ['fn ($x) => [$x, 1]', 'a function'],
    ["function () { return ['a', '}']; }", 'a function'],
    ['static function () {}', 'a function'],
    ['$config', 'a variable'],
    ['"a $b, c"', 'a text with a variable'],
    ['"{$a["b"]}"', 'a text with a variable'],
    ['<<<EOT\n$x ]\nEOT', 'a text with a variable'],
    ['Foo::BAR', 'a constant of Foo'],
    ['E_ALL', 'the constant E_ALL'],
    ["'a' ?: 'b'", 'an operator'],
    ['!true', 'an operator'],
    ["[1, 2][0] ?? 'x'", 'an operator'],
    ["['x' => 1] + 5", 'an operator or a call that joins something else than arrays'],
  ])('%s is left out, and the rest is kept', (written, what) => {
    const text = `<?php return ['a' => 1, 'part' => ['before' => 2, 'this' => ${written}, 'after' => 3], 'z' => 4];`;
    const { value, notRead } = readPhp(text, PATH);
    expect(value).toEqual({ a: 1, part: { before: 2, after: 3 }, z: 4 });
    expect(notRead).toEqual([{ offset: expect.any(Number), what, within: 'part' }]);
    expect(notRead[0]?.offset).toBeGreaterThanOrEqual(text.indexOf(written));
    expect(notRead[0]?.offset).toBeLessThan(text.indexOf('after'));
  });

  test('statements beside "return" are named', () => {
    const { value, notRead } = readPhp("<?php\n$x = ['a;b'];\nif ($x) { f('}'); }\nreturn ['a' => 1];", PATH);
    expect(value).toEqual({ a: 1 });
    expect(notRead.map(({ what }) => what)).toEqual(['a statement other than "return"']);
  });

  test.each([
    ["$config = ['a' => 1];\nreturn $config;", { a: 1 }],
    ["$own = ['a' => 1];\nreturn array_merge($own, ['b' => 2]);", { a: 1, b: 2 }],
    ['$x = [1]; $y = [$x, 2]; return $y;', [[1], 2]],
    ["$config = ['a' => 1];\nif (DEV) { $config = []; }\nreturn $config;", null],
    ["$config = ['a' => 1]; $config['b'] = 2; return $config;", null],
    ["$config = ['a' => 1]; return $config['a'];", null],
    ['$x = [1]; return [$x, $x];', [[1]]],
  ])('of %j, variables that were only given a value are read, each once', (text, value) => {
    expect(readPhp(`<?php\n${text}`, PATH).value).toEqual(value);
  });

  test('keys are never taken for those of the reader', () => {
    const text = "<?php return ['$include' => 'a', '$merge' => '+', 'parts' => [], \"\\0include\" => 'b'];";
    const { value, notRead } = readPhp(text.replaceAll('\\$', '$'), PATH);
    expect([value, notRead.map(({ what }) => what)]).toEqual([
      { $include: 'a', $merge: '+', parts: [] },
      ['a key that begins with a null character'],
    ]);
  });
});

test('every value has its place', () => {
  const text = "<?php\nreturn array_merge(['a' => [\n  'b' => 1,\n  2,\n]], [\n  'c' => 'd',\n]);\n";
  const locate = createLocator(PATH, text, () => createPhpIndex(text, PATH));
  const at = (pointer: string, kind?: 'key') => {
    const { line, column } = locate(pointer, kind);
    return [line, column];
  };
  expect(at('/a')).toEqual([2, 28]);
  expect(at('/a', 'key')).toEqual([2, 21]);
  expect(at('/a/b')).toEqual([3, 10]);
  expect(at('/a/0')).toEqual([4, 3]);
  expect(at('/c')).toEqual([6, 10]);
  expect(at('/c/none')).toEqual([6, 10]);
});

test.each([
  '<?php return [1, 2;',
  "<?php return ['a];",
  '<?php return <<<EOT\nx',
  '<?php return [1]]; ]',
  '<?php /* return 1;',
  'return [1];',
  `<?php return ${'['.repeat(5000)}`,
])('%s is refused with a place', (text) => {
  expect(() => readPhp(text, PATH)).toThrow(TextProblem);
});

/** Reads the same literals with another parser. */
function byOracle(text: string): unknown {
  const engine = new Engine({ parser: { php7: true, suppressErrors: false }, ast: { withPositions: false } });
  const [statement] = engine.parseCode(text, PATH).children;
  return ofNode(JSON.parse(JSON.stringify(statement)).expr);
}

function ofNode(node: {
  readonly kind: string;
  readonly value?: unknown;
  readonly type?: string;
  readonly name?: { readonly name: string };
  readonly what?: typeof node;
  readonly items?: readonly { readonly key: typeof node | null; readonly value: typeof node }[];
  readonly left?: typeof node;
  readonly right?: typeof node;
}): unknown {
  if (node.kind === 'array') {
    const list = node.items ?? [];
    if (list.every(({ key }) => key === null)) return list.map(({ value }) => ofNode(value));
    return Object.fromEntries(list.map(({ key, value }) => [key === null ? '' : ofNode(key), ofNode(value)]));
  }
  if (node.kind === 'number') return Number(node.value);
  if (node.kind === 'nullkeyword') return null;
  if (node.kind === 'bin' && node.left !== undefined && node.right !== undefined)
    return `${ofNode(node.left)}${ofNode(node.right)}`;
  if (['string', 'nowdoc', 'boolean'].includes(node.kind)) return node.value;
  throw new Error(`The oracle has no ${node.kind}.`);
}

/** Values as configuration has them; keys that PHP would make numbers are left out. */
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom("it's", 'a\\b', 'a\\', '$x', '{$y}', '"', '\n', '//', 'Shop\\V1\\Rest\\Book\\Controller'),
    fc.integer({ min: 0 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[A-Za-z\\:. '-]+$/), tie('value'), {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));

function print(value: unknown, style: number): string {
  if (typeof value === 'string') {
    const escaped = value.replaceAll('\\', '\\\\');
    return style % 2 === 0
      ? `'${escaped.replaceAll("'", "\\'")}'`
      : `"${escaped.replaceAll('"', '\\"').replaceAll('$', '\\$')}"`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = Array.isArray(value)
    ? value.map((item) => print(item, style + 1))
    : Object.entries(value).map(([key, item]) => `${print(key, style)} => ${print(item, style + 1)}`);
  const [open, close] = style % 3 === 0 ? ['array(', ')'] : ['[', ']'];
  return `${open}/* ] */ ${inner.join(`,${style % 2 === 0 ? '\n' : ' # )\n'}`)} ${close}`;
}

test('what is printed is read again, as another parser reads it', () => {
  fc.assert(
    fc.property(values, fc.nat(5), (value, style) => {
      const text = `<?php return ${print(value, style)};`;
      const { value: found, notRead } = readPhp(text, PATH);
      expect(notRead).toEqual([]);
      expect(found).toEqual(value);
      expect(found).toEqual(byOracle(text));
    }),
    { seed: 45, numRuns: caseCount(200) },
  );
});

test('any text is read or refused, never with another error', () => {
  const words = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    "'",
    '"',
    '=>',
    ',',
    ';',
    '.',
    '+',
    '$a',
    'fn',
    '/*',
    '*/',
    '<<<A\n',
    '\nA',
    '1',
    '{',
    '}',
    '#',
    '\\',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 40 }), (parts) => {
      try {
        readPhp(`<?php return ${parts.join('')}`, PATH);
      } catch (problem) {
        expect(problem).toBeInstanceOf(TextProblem);
      }
    }),
    { seed: 45, numRuns: caseCount(500) },
  );
});

test.each([
  ['joined texts', (size: number) => `'a'${".'a'".repeat(size)}`],
  ['joined arrays', (size: number) => `['a'=>1]${"+['a'=>1]".repeat(size)}`],
  [
    'joined arrays of joined arrays',
    (size: number) => `${'array_merge('.repeat(150)}[${'1,'.repeat(size)}]${')'.repeat(150)}`,
  ],
  ['calls', (size: number) => `[${'f(),'.repeat(size)}]`],
  ['values before a call', (size: number) => `${'['.repeat(150)}${'1,'.repeat(size)}${'1].f(),'.repeat(150)}`],
  ['comments that end', (size: number) => `[${'/* * */'.repeat(size)}]`],
  ['a comment that does not end', (size: number) => `[/*${' *'.repeat(size)}`],
  ['a text that does not end', (size: number) => `['${'\\\\'.repeat(size)}`],
  ['heredocs that do not end', (size: number) => `[f(${'<<<A\n'.repeat(size)}`],
] as const)('%s take time in proportion to their bytes', (_, write) => {
  try {
    readPhp(`<?php return ${write(20_000)};`, PATH);
  } catch (problem) {
    expect(problem).toBeInstanceOf(TextProblem);
  }
});
