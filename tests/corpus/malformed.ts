import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import type { Entry } from './manifest.ts';
import type { Project, Run } from './project.ts';
import { checkRun } from './well-formed.ts';

const LIMITS = { seconds: 20, bytes: 1024 ** 3 };
const SECRET = 'bytes-of-a-file-that-no-descriptor-may-read';

/**
 * Entries that must be refused, or published with a warning, each in a project of its own that has published a site
 * before.
 * @param published is copied; nothing in it changes
 * @param folder empty, for the copy
 */
export async function checkMalformed(entry: Entry, published: Project, folder: string): Promise<readonly Check[]> {
  // Deep enough for a reference that leads six folders up to end beside the project, at a file that is there.
  mkdirSync(join(folder, 'etc'), { recursive: true });
  writeFileSync(join(folder, 'etc/hostname'), SECRET);
  const project = published.copyTo(join(folder, '1/2/3/4'));
  project.add(entry);
  const inputs = project.inputs();
  const before = project.outputs();

  const check = await project.run(['check'], LIMITS.seconds);
  const strict = await project.run(['check', '--strict'], LIMITS.seconds);
  const build = await project.run(['build'], LIMITS.seconds);
  const after = project.outputs();
  const runs = [check, strict, build];
  const outcome =
    entry.expected === 'error' ? refused(entry, check, build, before, after) : warned(entry, check, strict, build);
  const invariants = runs.flatMap((run) => checkRun(run, LIMITS));
  return [
    { entry: entry.name, name: entry.expected, problems: outcome },
    ...['no-hang', 'no-network', 'no-pollution'].map((name) => ({
      entry: entry.name,
      name,
      problems: invariants.filter((invariant) => invariant.name === name).flatMap(({ problems }) => problems),
    })),
    { entry: entry.name, name: 'no-file-read', problems: leaks(project, runs) },
    { entry: entry.name, name: 'stays-in-out-dir', problems: differences(inputs, project.inputs()) },
  ];
}

function refused(
  entry: Entry,
  check: Run,
  build: Run,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [
    ...[check, build].flatMap((run) => [
      ...(run.status === 1 ? [] : [`exit status ${run.status} instead of 1`]),
      ...(messageOf(entry, run, 'error') === undefined ? [`no error names the file: ${run.output.slice(0, 200)}`] : []),
    ]),
    ...differences(before, after).map((difference) => `the published site changed: ${difference}`),
    ...stackTraces([check, build]),
  ];
}

function warned(entry: Entry, check: Run, strict: Run, build: Run): readonly string[] {
  return [
    ...(check.status === 0 ? [] : [`check: exit status ${check.status} instead of 0`]),
    ...(strict.status === 1 ? [] : [`check --strict: exit status ${strict.status} instead of 1`]),
    ...(build.status === 0 ? [] : [`build: exit status ${build.status} instead of 0`]),
    ...[check, build].flatMap((run) =>
      /:\d+:\d+: warning /.test(messageOf(entry, run, 'warning') ?? '') ? [] : ['no warning names file and line'],
    ),
    ...stackTraces([check, strict, build]),
  ];
}

/** The line that is about this entry's file. */
function messageOf({ name, file }: Entry, { output }: Run, severity: string): string | undefined {
  return output
    .split('\n')
    .find((line) => line.startsWith(`api-descriptors/${name}/${file}`) && line.includes(`: ${severity} `));
}

function stackTraces(runs: readonly Run[]): readonly string[] {
  return runs
    .flatMap(({ output }) => output.split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line)))
    .slice(0, 1)
    .map((line) => `a stack trace: ${line.trim()}`);
}

function leaks(project: Project, runs: readonly Run[]): readonly string[] {
  return project.holdsText(SECRET) || runs.some(({ output }) => output.includes(SECRET))
    ? ['the file outside was read']
    : [];
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${before.has(path) ? (after.has(path) ? 'changed' : 'removed') : 'new'}: ${path}`);
}
