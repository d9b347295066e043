/**
 * Edits a project at random, builds it over what was built before, and compares every byte with a build of the same
 * project over nothing but the names that the release before had (DESIGN §9).
 * `node tests/launch.mjs tests/tooling/incremental-edits.ts [steps] [seed]`, with templates and formats of the project
 * among the edits, each of which is compiled.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedNames } from '../../src/project/published-names.ts';
import { build } from '../../src/release/build.ts';
import type { BuildResult } from '../../src/release/build-contract.ts';
import type { VersionContents } from '../../src/release/release-contents.ts';
import { readIndex } from '../../src/store/opened-release.ts';
import {
  CURRENT_FILE,
  currentRelease,
  INDEX_FILE,
  type NamedOperations,
  RELEASE_SCHEMA,
  RELEASES_FOLDER,
  releaseId,
} from '../../src/store/release.ts';
import { randomOf } from '../contracts/damage.ts';
import { editOnce, writeSamples } from './random-edits.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
/** With fewer most descriptors are broken. */
const FEWEST_PAGES = 70;

export interface Step {
  readonly edit: string;
  /** Number of rendered pages; null where nothing was published. */
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
  const compare = comparison(folder, compiles);
  let pages = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= steps; step += 1) {
    const isWornOut = pages < FEWEST_PAGES;
    if (isWornOut) writeSamples(folder);
    const edit = isWornOut
      ? 'restores the samples'
      : step === 0
        ? 'nothing yet'
        : editOnce(folder, random, step, compiles);
    const compared = await compare();
    pages = compared.pages;
    yield { edit, ...compared };
  }
}

/**
 * @returns builds the project over what was built before and anew, and compares the two. What earlier releases had and
 *   the configuration still names is part of a release, so both builds know it: see {@link wrongNames}.
 */
export function comparison(folder: string, compiles = false): () => Promise<Omit<Step, 'edit'>> {
  const [documentation, kept] = [join(folder, 'dist/documentation'), `${folder}-kept`];
  const history: ReleaseNames[] = [];
  return async () => {
    try {
      const names = publishedNames(folder);
      const built = await buildIn(folder, compiles);
      // Rebuilt in the same place, with the compiled files: paths of templates are part of what renders.
      rmSync(kept, { recursive: true, force: true });
      if (existsSync(documentation)) renameSync(documentation, kept);
      writeNames(documentation, names);
      const anew = await buildIn(folder, compiles);
      let differences: readonly string[] = [];
      if (built.result !== anew.result && [built.result, anew.result].includes('failed'))
        differences = [`${built.result}, where a clean build is ${anew.result}`];
      else if (built.result !== 'failed') {
        const index = readIndex(join(kept, RELEASES_FOLDER, currentRelease(kept)));
        differences = [...differencesBetween(kept, documentation), ...wrongNames(history, index)];
        history.push(index);
      }
      rmSync(documentation, { recursive: true, force: true });
      if (existsSync(kept)) renameSync(kept, documentation);
      const pages = anew.result === 'published' ? anew.pages : 0;
      return { rendered: built.result === 'published' ? built.rendered : null, pages, differences };
    } finally {
      rmSync(kept, { recursive: true, force: true });
    }
  };
}

/** A release of names alone: it is not whole, so nothing else is taken from it. */
function writeNames(documentation: string, names: readonly NamedOperations[]): void {
  if (names.length === 0) return;
  const json = JSON.stringify({ schema: RELEASE_SCHEMA, outlines: names });
  const release = join(documentation, RELEASES_FOLDER, releaseId(json));
  mkdirSync(release, { recursive: true });
  writeFileSync(join(release, INDEX_FILE), json);
  writeFileSync(join(documentation, CURRENT_FILE), `${releaseId(json)}\n`);
}

interface ReleaseNames {
  readonly outlines: readonly NamedOperations[];
  readonly removed?: readonly NamedOperations[];
}

/**
 * Wrong names in a release about earlier ones: a service that none of them described or that is still there. Once it
 * names any, it names every version that the last one described and that is gone, unless another has come, whose names
 * may be the new ones.
 */
export function wrongNames(
  history: readonly ReleaseNames[],
  { outlines, removed = [] }: ReleaseNames,
): readonly string[] {
  const now = servicesOf(outlines);
  const ever = servicesOf(history.flatMap((release) => release.outlines));
  const wrong = [...servicesOf(removed)].filter((service) => now.has(service) || !ever.has(service));
  const before = history.at(-1)?.outlines ?? [];
  const hasNew = outlines.some((outline) => !hasVersion(before, outline));
  const missing =
    removed.length === 0 || hasNew
      ? []
      : before.filter((named) => ![outlines, removed].some((all) => hasVersion(all, named)));
  return [
    ...wrong.map((service) => `removed: ${service}`),
    ...missing.map(({ api, version }) => `not removed: ${api} ${version}`),
  ];
}

function hasVersion(named: readonly NamedOperations[], { api, version }: NamedOperations): boolean {
  return named.some((other) => other.api === api && other.version === version);
}

function servicesOf(named: readonly NamedOperations[]): ReadonlySet<string> {
  return new Set(
    named.flatMap(({ api, version, operations }) => operations.map(({ service }) => `${api} ${version} ${service}`)),
  );
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

/** Files of the current release that differ; earlier releases are not compared. @param folder `dist/documentation` */
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
