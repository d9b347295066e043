import { gzipSync } from 'node:zlib';
import type { Entry } from '../../src/search/entry.ts';
import { allTexts } from './indexes/all-texts.ts';
import { type Ask, type SearchIndex, SHORTEST_WITH_TYPO } from './indexes/contract.ts';
import { flexSearch } from './indexes/flexsearch.ts';
import { miniSearch } from './indexes/minisearch.ts';
import { ours } from './indexes/ours.ts';
import { createRandom, isNamed, mistyped, sampledNames } from './sampled-names.ts';
import { heldBytes, p95, timed } from './timing.ts';

/** Ours beside libraries, and beside looking through all texts. */
export async function searchIndexes(): Promise<readonly SearchIndex[]> {
  const { fts5 } = 'sqlite' in process.versions ? await import('./indexes/fts5.ts') : {};
  return [ours, miniSearch, flexSearch, ...(fts5 === undefined ? [] : [fts5]), allTexts];
}

type Figures = Readonly<Record<(typeof COLUMNS)[number], number>>;
const COLUMNS = ['build', 'wall', 'kB', 'gz', 'open', 'MB', 'first', 'p95', 'typo %', 'typo p95'] as const;

/** Prints a row for each index of the same entries, asked for the same names. */
export async function compareIndexes(entries: readonly Entry[], indexes: readonly SearchIndex[]): Promise<void> {
  const random = createRandom(42);
  const names = sampledNames(entries, random);
  // What is typed has the letters from which a typo is forgiven.
  const typos = names
    .map((name) => ({ name, typed: mistyped(name, random) }))
    .filter(({ typed }) => typed.length >= SHORTEST_WITH_TYPO);
  console.log(
    'Indexes of them, each after a first round: ms of CPU, ms of a build, what is held when it is open; ' +
      `of ${names.length} names`,
  );
  console.log(`  ${''.padEnd(12)}${COLUMNS.map((column) => column.padStart(9)).join('')}`);
  for (const index of indexes) {
    const figures = await figuresOf(index, entries, names, typos);
    console.log(`  ${index.name.padEnd(12)}${COLUMNS.map((column) => shown(figures[column]).padStart(9)).join('')}`);
  }
}

/** @param typos names, and what is typed for them */
export async function figuresOf(
  index: SearchIndex,
  entries: readonly Entry[],
  names: readonly string[],
  typos: readonly { readonly name: string; readonly typed: string }[],
): Promise<Figures> {
  await index.open(await index.write(entries));
  heldBytes();
  const [bytes, building] = await timed(() => index.write(entries));
  const before = heldBytes();
  const [ask, opening] = await timed(() => index.open(bytes));
  const held = heldBytes() - before;
  const exact = await answersTo(ask, names);
  const close = await answersTo(
    ask,
    typos.map(({ typed }) => typed),
  );
  const isFirst = (name: string, at: number): boolean => isNamed(name, entries[exact[at]?.found[0] ?? -1]);
  const isFound = ({ name }: { readonly name: string }, at: number): boolean =>
    close[at]?.found.some((entry) => isNamed(name, entries[entry])) === true;
  return {
    build: building.cpu,
    wall: building.wall,
    kB: bytes.byteLength / 1000,
    gz: gzipSync(bytes).byteLength / 1000,
    open: opening.cpu,
    MB: held / 1e6,
    first: names.filter(isFirst).length,
    p95: p95(exact.map(({ cpu }) => cpu)),
    'typo %': (100 * typos.filter(isFound).length) / typos.length,
    'typo p95': p95(close.map(({ cpu }) => cpu)),
  };
}

interface Answer {
  readonly found: readonly number[];
  readonly cpu: number;
}

async function answersTo(ask: Ask, questions: readonly string[]): Promise<readonly Answer[]> {
  for (const question of questions) await ask(question);
  const answers: Answer[] = [];
  for (const question of questions) {
    const [found, { cpu }] = await timed(() => ask(question));
    answers.push({ found, cpu });
  }
  return answers;
}

function shown(figure: number): string {
  return figure.toFixed(Math.abs(figure) < 10 ? 1 : 0);
}
