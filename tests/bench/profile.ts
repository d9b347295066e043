import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** Stages by name and file of functions. The outermost function of a stage decides; the first rows are of leaves. */
const STAGES: readonly (readonly [stage: string, frame: RegExp])[] = [
  ['waiting', /^\(idle\)/],
  ['garbage', /^\(garbage collector\)/],
  ['compressing', /compression-worker|^compress|^helpOnce|node:zlib/],
  ['reading descriptors', /readProject|\/(?:descriptors|rules)\//],
  ['formats', /^machineArtifacts|machine-formats|^document .*reuse/],
  ['search', /^writeShards|^shard |\/search\//],
  ['pages', /\/chunks\/|drawn-page|section-pages|page-worker/],
  ['dependencies', /\/incremental\//],
  ['writing', /release-writer|packs-writer|previous-release|\/publish\.ts/],
  ['loading modules', /^node:internal|node:internal\/(?:modules|bootstrap)/],
];

/** Options with which a command of Node and all its threads write profiles. */
export function profiling(folder: string): Readonly<Record<string, string>> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` };
}

/** Seconds by stage of each thread, the main thread first. */
export function stagesOf(folder: string): readonly ReadonlyMap<string, number>[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const stages = new Map<number, string>();
      // Parents precede their children.
      for (const { id, callFrame, children = [] } of nodes) {
        const frame = `${callFrame.functionName} ${callFrame.url}`;
        const stage = stages.get(id) ?? STAGES.find(([, pattern]) => pattern.test(frame))?.[0];
        if (stage !== undefined) for (const one of [id, ...children]) stages.set(one, stage);
      }
      const seconds = new Map<string, number>();
      for (const [index, node] of samples.entries()) {
        const stage = stages.get(node) ?? 'other';
        seconds.set(stage, (seconds.get(stage) ?? 0) + (timeDeltas[index] ?? 0) / 1e6);
      }
      return seconds;
    });
}
