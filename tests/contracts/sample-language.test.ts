import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SampleLanguage } from '../../src/presentation/samples/languages/contract.ts';
import { DEFAULT_SAMPLES, sampleLanguages } from '../../src/presentation/samples/languages/registry.ts';
import { writtenSample } from '../../src/presentation/samples/samples.ts';
import { ENGLISH, wordsOf } from '../../src/words/words.ts';
import { HOSTILE_VALUES } from '../fixtures/samples/hostile-values.ts';
import { complaintsOf, isParserHere, OWN_PARSERS } from '../fixtures/samples/own-parsers.ts';
import { BODIES, LOG_INS, requestWith } from '../fixtures/samples/requests.ts';
import { evaluate, grammars, isHere, RUNTIMES } from '../fixtures/samples/runtimes.ts';

/**
 * How each is held against its own grammar: the name of that in `@vscode/tree-sitter-wasm`, and code around a literal.
 * Null for a language whose grammar is not there: its own parser reads the samples in its place.
 */
const GRAMMARS: Readonly<Record<string, readonly [grammar: string, around: (literal: string) => string] | null>> = {
  curl: ['bash', (literal) => `x ${literal}`],
  httpie: ['bash', (literal) => `x ${literal}`],
  javascript: ['javascript', (literal) => `x(${literal});`],
  python: ['python', (literal) => `x(${literal})`],
  php: ['php', (literal) => `<?php x(${literal});`],
  go: ['go', (literal) => `package a\nvar x = y(${literal})`],
  java: ['java', (literal) => `class A { void b() { x(${literal}); } }`],
  csharp: ['c-sharp', (literal) => `x(${literal});`],
  ruby: ['ruby', (literal) => `x(${literal})`],
  rust: ['rust', (literal) => `fn main() { x(${literal}); }`],
  powershell: ['powershell', (literal) => `$x = ${literal}`],
};

const SKIPPED = 'skipped where it is not installed: @vscode/tree-sitter-wasm';

/** Syntax nodes that a text literal contains only if it is more than text. */
const MORE_THAN_TEXT = [
  ...['interpolation', 'template_substitution', 'variable_name', 'variable', 'simple_expansion', 'sub_expression'],
  ...['command_substitution', 'comment', 'call', 'call_expression', 'invocation_expression'],
];

const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Decoders of literals, by specification, in languages whose runtimes may be too large to install. */
const READERS: Readonly<Record<string, (literal: string) => string>> = {
  csharp: (literal) =>
    literal
      .slice(1, -1)
      .replaceAll(/\\(?:u([\da-f]{4})|U([\da-f]{8})|(.))/g, (_, short, long, one) =>
        one === undefined ? String.fromCodePoint(Number.parseInt(short ?? long, 16)) : (NAMED[one] ?? one),
      ),
  powershell: (literal) =>
    literal.startsWith("'")
      ? literal.slice(1, -1).replaceAll(/(['‘’‚‛])\1/g, '$1')
      : literal
          .slice(1, -1)
          .replaceAll(/`(?:u\{([\da-f]+)\}|(.))/g, (_, code, one) =>
            one === undefined ? String.fromCodePoint(Number.parseInt(code, 16)) : (NAMED[one] ?? one),
          ),
};

/** Rows that a language lacks, each with its place. */
function missingRows(name: string): readonly string[] {
  const grammar = GRAMMARS[name];
  const isRead = RUNTIMES[name] !== undefined || READERS[name] !== undefined;
  return [
    ...(grammar !== undefined ? [] : ['GRAMMARS in tests/contracts/sample-language.test.ts: its grammar, or null']),
    ...((grammar ?? null) !== null || OWN_PARSERS[name] !== undefined
      ? []
      : ['OWN_PARSERS in tests/fixtures/samples/own-parsers.ts: its parser or compiler, where it has no grammar']),
    ...(isRead
      ? []
      : ['RUNTIMES in tests/fixtures/samples/runtimes.ts: a program that prints literals, or READERS beside GRAMMARS']),
  ];
}

const all: readonly SampleLanguage[] = sampleLanguages;
const loadGrammar = await grammars();
const words = wordsOf({});
const VALUES: readonly string[] = [
  ...HOSTILE_VALUES,
  ...fc
    .sample(fc.array(fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.string({ unit: 'binary' })), { maxLength: 4 }), {
      seed: 5,
      numRuns: 120,
    })
    .map((parts) => parts.join('')),
];

/** No argument of a command holds U+0000, and no program is given a half of a character. */
function valuesFor({ name }: SampleLanguage): readonly string[] {
  return VALUES.map((value) => value.toWellFormed()).filter(
    (value) => !(RUNTIMES[name]?.run === 'sh main.sh' && value.includes('\0')),
  );
}

describe('the registry', () => {
  test('holds every language of the folder', () => {
    const files = readdirSync('src/presentation/samples/languages').map((name) => name.replace(/\.ts$/, ''));
    expect(
      files.filter((name) => name !== 'contract' && name !== 'registry').sort(),
      'Add a line to src/presentation/samples/languages/registry.ts.',
    ).toEqual(all.map(({ name }) => name).sort());
  });

  test('has each name once, in small letters, and defaults that it has', () => {
    const names = all.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(names.map((name) => name.toLowerCase()));
    for (const name of DEFAULT_SAMPLES) expect(all.map((language) => language.name)).toContain(name);
    for (const name of Object.keys(GRAMMARS)) expect(all.map((language) => language.name)).toContain(name);
  });

  test('is told which rows a new language needs', () => {
    expect(missingRows('kotlin')).toEqual([
      'GRAMMARS in tests/contracts/sample-language.test.ts: its grammar, or null',
      expect.stringMatching(/^OWN_PARSERS in /),
      expect.stringMatching(/^RUNTIMES in /),
    ]);
  });
});

describe.each(all.map((language) => [language.name, language] as const))('%s', (name, language) => {
  const cases = Object.keys(LOG_INS).flatMap((logIn) => Object.keys(BODIES).map((body) => [logIn, body] as const));
  const runtime = RUNTIMES[name];
  const [grammar, around = String] = GRAMMARS[name] ?? [];

  test('has a row in each table of what it is held against', () => {
    expect(missingRows(name)).toEqual([]);
  });

  test('writes what it always wrote', async () => {
    const shown = [
      ['basic', 'none'],
      ['digest', 'text'],
      ['bearer', 'formFile'],
      ['key', 'partsFile'],
      ['certificate', 'file'],
    ].map(([logIn = '', body = '']) => writtenSample(requestWith(logIn, body), language, words).text);
    await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot(`../fixtures/samples/written/${name}.txt`);
  });

  test('says how it logs in, and holds no password', () => {
    const textOf = (logIn: string): string => writtenSample(requestWith(logIn, 'none'), language, words).text;
    expect(textOf('basic')).toContain('USER');
    expect(textOf('bearer')).toMatch(/Bearer TOKEN/);
    expect(textOf('key')).toMatch(/X-API-Key.*KEY/);
    expect(textOf('cookies')).toMatch(/session\\?=KEY/);
    expect(textOf('digest')).toMatch(/digest|Get-Credential/i);
    expect(textOf('certificate')).toMatch(/certificate/i);
    for (const line of Object.keys(LOG_INS).flatMap((logIn) => textOf(logIn).split('\n'))) {
      expect(line).not.toMatch(/USER:\w/);
      // Nothing but the variable that it is read from.
      expect(line).not.toMatch(/(?<!\benv\.|\bgetenv\("|\bgetenv\('|environ\["|Variable\("|var\("|fetch\(')password/i);
    }
  });

  test('says what it cannot do in comments of one line, for every text of a site', async () => {
    const messages = { ...ENGLISH.messages, 'samples.logIn': 'a\nb\u2028c ?> \\u000a d' };
    const text = writtenSample(
      requestWith('digest', 'none'),
      language,
      wordsOf({ language: { ...ENGLISH, messages } }),
    );
    expect(text.text).not.toMatch(/^b|\u2028|\?>|\\u000a/m);
  });

  const grammarTest = test.skipIf(loadGrammar === null || grammar === undefined);
  const noGrammar = grammar === undefined ? 'skipped: it has no grammar' : SKIPPED;
  grammarTest(`follows its grammar (${noGrammar})`, async () => {
    const parse = await loadGrammar?.(grammar ?? '');
    for (const [logIn, body] of cases)
      for (const method of ['POST', 'GET', 'HEAD', 'QUERY', "x'y"]) {
        const { text } = writtenSample(requestWith(logIn, body, method), language, words);
        expect({ text, hasError: parse?.(text).hasError }).toEqual({ text, hasError: false });
      }
  });

  const parser = OWN_PARSERS[name];
  if (parser !== undefined)
    test.skipIf(!isParserHere(parser))(
      `is accepted by its own parser or compiler (skipped where it is not installed: ${parser.packageName})`,
      async () => {
        const programs = cases.flatMap(([logIn, body]) =>
          ['POST', 'GET'].map((method) => writtenSample(requestWith(logIn, body, method), language, words).text),
        );
        expect(await complaintsOf(parser, programs)).toBeNull();
        expect(await complaintsOf(parser, [`${programs[0]}`, `${programs[0]}\n(((`])).not.toBeNull();
      },
    );

  grammarTest(`has nothing but one literal of any text (${noGrammar})`, async () => {
    const parse = await loadGrammar?.(grammar ?? '');
    const read = (literal: string): readonly [hasError: boolean | undefined, more: number] => {
      const root = parse?.(around(literal));
      return [root?.hasError, root?.descendantsOfType(MORE_THAN_TEXT).length ?? 0];
    };
    const [, plain] = read(language.literal('x'));
    for (const value of valuesFor(language)) {
      const literal = language.literal(value);
      const [hasError, more] = read(literal);
      expect({ literal, hasError, extra: more - plain }).toEqual({ literal, hasError: false, extra: 0 });
    }
  });

  const isRead = runtime !== undefined && isHere(runtime);
  test.skipIf(!isRead && READERS[name] === undefined)(
    `reads back every text (skipped where it is not installed: ${runtime?.packageName ?? 'no runtime is named'})`,
    async () => {
      const values = valuesFor(language);
      const literals = values.map((value) => language.literal(value));
      const read = isRead ? await evaluate(runtime, literals) : literals.map((literal) => READERS[name]?.(literal));
      expect(read).toEqual(values);
    },
  );
});
