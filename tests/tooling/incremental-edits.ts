/**
 * Edits a project at random, builds it over what was built before, and compares every byte with a build of the same
 * project over nothing. `node tests/launch.mjs tests/tooling/incremental-edits.ts [steps] [seed]`, with
 * templates and formats of the project among the edits, each of which is compiled.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildResult } from '../../src/build/build.ts';
import { build } from '../../src/build/build.ts';
import type { VersionContents } from '../../src/build/release-contents.ts';
import { randomOf } from '../contracts/damage.ts';
import { editOnce, writeSamples } from './random-edits.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.ts', import.meta.url));
/** With fewer most descriptors are broken. */
const FEWEST_PAGES = 30;

export interface Step {
  readonly edit: string;
  /** Of the pages there are; null where nothing was published. */
  readonly rendered: number | null;
  readonly pages: number;
  /** Files that are otherwise than in a clean build. */
  readonly differences: readonly string[];
}

/** A project with the samples and what pages depend on beside descriptors. */
export function makeEditedProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'incremental-edits-'));
  writeSamples(folder);
  return folder;
}

/**
 * @param steps how many edits; each is built twice
 * @param compiles templates and formats of the project are among them, which take a compilation each
 */
export async function* editAndCompare(
  folder: string,
  steps: number,
  seed: number,
  compiles = false,
): AsyncGenerator<Step> {
  const random = randomOf(seed);
  const [documentation, kept] = [join(folder, 'dist/documentation'), `${folder}-kept`];
  let pages = Number.POSITIVE_INFINITY;
  try {
    for (let step = 0; step <= steps; step += 1) {
      const isWornOut = pages < FEWEST_PAGES;
      if (isWornOut) writeSamples(folder);
      const edit = isWornOut
        ? 'restores the samples'
        : step === 0
          ? 'nothing yet'
          : editOnce(folder, random, step, compiles);
      const built = await buildIn(folder, compiles);
      // In the same place, with what is compiled: paths of templates are part of what renders.
      rmSync(kept, { recursive: true, force: true });
      if (existsSync(documentation)) renameSync(documentation, kept);
      const anew = await buildIn(folder, compiles);
      const differences =
        built.result === 'failed' && anew.result === 'failed' ? [] : differencesBetween(kept, documentation);
      rmSync(documentation, { recursive: true, force: true });
      if (existsSync(kept)) renameSync(kept, documentation);
      pages = anew.result === 'published' ? anew.pages : 0;
      yield {
        edit,
        rendered: built.result === 'published' ? built.rendered : null,
        pages,
        differences: built.result === 'failed' && anew.result !== 'failed' ? ['nothing was published'] : differences,
      };
    }
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}

interface Built {
  readonly result: BuildResult['kind'];
  readonly pages: number;
  readonly rendered: number;
}

/** @param compiles what is compiled is loaded once in a process: then it is one of its own */
async function buildIn(projectFolder: string, compiles: boolean): Promise<Built> {
  const { kind, contents } = compiles ? buildElsewhere(projectFolder) : await buildHere(projectFolder);
  const count = (of: keyof VersionContents['pages']): number => contents.reduce((sum, { pages }) => sum + pages[of], 0);
  const rendered = count('rendered');
  return { result: kind, pages: rendered + count('reused'), rendered };
}

interface Contents {
  readonly kind: BuildResult['kind'];
  readonly contents: readonly VersionContents[];
}

async function buildHere(projectFolder: string): Promise<Contents> {
  const result = await build({ projectFolder, environment: {}, force: false, keepGoing: true, strict: false });
  return { kind: result.kind, contents: 'contents' in result ? result.contents() : [] };
}

function buildElsewhere(projectFolder: string): Contents {
  const { stdout, stderr } = spawnSync(process.execPath, [cli, 'build', '--keep-going', '--json'], {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(stderr);
  const { result, apis } = JSON.parse(stdout);
  return { kind: result, contents: apis };
}

/** Of all that is published; releases before it are not. @param folder `dist/documentation` */
export function differencesBetween(folder: string, other: string): readonly string[] {
  const [files, others] = [publishedIn(folder), publishedIn(other)];
  return [...new Set([...files.keys(), ...others.keys()])].filter((name) => files.get(name) !== others.get(name));
}

function publishedIn(documentation: string): ReadonlyMap<string, string> {
  const current = readFileSync(join(documentation, 'current'), 'utf8').trim();
  const names = readdirSync(documentation, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(documentation.length + 1))
    .filter((name) => !name.startsWith('releases/') || name.startsWith(`releases/${current}/`));
  return new Map(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(documentation, name)))
        .digest('hex'),
    ]),
  );
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [steps = '200', seed = '1'] = process.argv.slice(2);
  const folder = makeEditedProject();
  let isWrong = false;
  for await (const { edit, rendered, pages, differences } of editAndCompare(
    folder,
    Number(steps),
    Number(seed),
    true,
  )) {
    console.log(
      `${edit}: rendered ${rendered ?? 'nothing'} of ${pages}${differences.map((name) => `\n  differs: ${name}`).join('')}`,
    );
    isWrong ||= differences.length > 0;
    if (isWrong) break;
  }
  if (!isWrong) rmSync(folder, { recursive: true });
  else console.error(`Kept: ${folder}`);
  process.exitCode = isWrong ? 1 : 0;
}
