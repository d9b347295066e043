/**
 * Builds published specifications and malformed files with the real command line and checks what comes of each.
 * `npm run corpus -- <folder>`: the folder holds `corpus/manifest.json` and `specs/`. Ends in `N passed, N failed`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openPublished } from '../differential/published.ts';
import { type Check, tableOf } from './check.ts';
import { checkMalformed } from './malformed.ts';
import { type Entry, readManifest } from './manifest.ts';
import { Project } from './project.ts';
import { startValidation } from './validity.ts';
import { checkPublished, checkRun } from './well-formed.ts';

const [sharedFolder] = process.argv.slice(2);
if (sharedFolder === undefined) {
  console.error('Usage: npm run corpus -- <folder with corpus/ and specs/>');
  process.exit(2);
}
const entries = readManifest(resolve(sharedFolder));
const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
try {
  const start = performance.now();
  const base = await publishSmallSite(join(folder, 'base'));
  console.log(`Templates compiled, ${seconds(start)}.`);
  const wellFormed = entries.filter(({ expected }) => expected === 'ok');
  const { checks: comparisons, validity } = await runWellFormed(base, wellFormed);
  const malformed = runMalformed(
    base,
    entries.filter(({ expected }) => expected !== 'ok'),
  );
  const checks = [...comparisons, ...(await Promise.all([validity, malformed])).flat()];
  console.log(`All checked, ${seconds(start)}.`);
  console.log(tableOf(checks));
  process.exitCode = checks.some(({ problems }) => problems.length > 0) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Later projects are copies of it, with its compiled templates and its published site. */
async function publishSmallSite(projectFolder: string): Promise<Project> {
  const project = new Project(projectFolder);
  const descriptor = {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1' },
    paths: { '/small': { get: { responses: { 200: { description: 'OK' } } } } },
  };
  writeFileSync(join(projectFolder, 'api-descriptors/small.json'), JSON.stringify(descriptor));
  const run = await project.run(['build'], 180);
  if (run.status !== 0) throw new Error(`A site with one small API cannot be built:\n${run.output}`);
  return project;
}

interface WellFormed {
  readonly checks: readonly Check[];
  /** Goes on while other entries are built. */
  readonly validity: Promise<readonly Check[]>;
}

async function runWellFormed(base: Project, wellFormed: readonly Entry[]): Promise<WellFormed> {
  const start = performance.now();
  const project = base.copyTo(join(folder, 'well-formed'));
  for (const entry of wellFormed) project.add(entry);
  const inputs = project.inputs();
  const build = await project.run(['build'], 180);
  console.log(
    `${wellFormed.length} descriptors built, ${seconds(start)}: ${build.output.trim().split('\n').at(-1) ?? ''}`,
  );
  const changed = [...project.inputs()].filter(([path, hash]) => inputs.get(path) !== hash).map(([path]) => path);
  const whole: readonly Check[] = [
    {
      entry: 'all',
      name: 'built',
      problems:
        build.status === 0
          ? []
          : [`exit status ${build.status}`, ...build.output.split('\n').filter((line) => line.includes(': error '))],
    },
    ...checkRun(build, { seconds: 120, bytes: 2 * 1024 ** 3 }).map((check) => ({ entry: 'all', ...check })),
    { entry: 'all', name: 'stays-in-out-dir', problems: changed },
  ];
  if (build.status !== 0) return { checks: whole, validity: Promise.resolve([]) };
  const store = openPublished(project.distFolder);
  const names = wellFormed.map(({ name }) => name);
  const validation = await startValidation(store, names);
  const validity = validation.checks.finally(() => console.log(`Validated, ${seconds(start)}.`));
  // A comparison that throws first is what is reported.
  validity.catch(() => undefined);
  const checks: Check[] = [...whole];
  for (const entry of wellFormed) checks.push(...(await checkPublished(entry, project, store)));
  console.log(`Compared with their sources, ${seconds(start)}.`);
  return { checks, validity };
}

async function runMalformed(base: Project, malformed: readonly Entry[]): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const start = performance.now();
  for (const entry of malformed) checks.push(...(await checkMalformed(entry, base, join(folder, entry.name))));
  console.log(`${malformed.length} malformed descriptors built, ${seconds(start)}.`);
  return checks;
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
