import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writeManyServices } from './many-services.ts';
import { type Measurement, measure } from './measure.ts';
import { median } from './report.ts';

const MANY_APIS = 100;
const SERVICES_OF_EACH = 100;

/** Beside the repository, where it is there. */
const DIGITAL_OCEAN = 'shared/specs/digitalocean-v2-bundled.yaml.gz';

interface RebuildOptions {
  readonly cli: string;
  readonly product: string;
  /** A folder for projects. */
  readonly base: string;
  /** Files of descriptors by the name of what they describe. */
  readonly descriptors: Readonly<Record<string, string>>;
  readonly rounds: number;
}

/** Compares builds after a change of one word, and after no change, with the build of everything. */
export async function benchRebuild({ cli, product, base, descriptors, rounds }: RebuildOptions): Promise<void> {
  const build = async (project: string): Promise<Measurement> => {
    const measured = await measure([process.execPath, cli, 'build'], project);
    if (measured.status !== 0) throw new Error(`The build failed:\n${measured.output}`);
    return measured;
  };
  const bench = async (name: string, project: string, file: string): Promise<void> => {
    // Templates are compiled, and modules loaded once.
    const whole = await build(project);
    const [changed, unchanged]: [Measurement[], Measurement[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      writeFileSync(file, withOtherWord(readFileSync(file, 'utf8'), round));
      changed.push(await build(project));
      unchanged.push(await build(project));
    }
    const pages = /Rendered \d+ of \d+ pages/.exec(changed.at(-1)?.output ?? '')?.[0] ?? 'rendered everything';
    console.log(`${name}: ${pages.toLowerCase()}, median of ${rounds}`);
    for (const [title, runs] of [
      ['everything', [whole]],
      ['one word', changed],
      ['nothing', unchanged],
    ] as const) {
      const seconds = median(runs.map((run) => run.seconds));
      const cpu = median(runs.map((run) => run.cpuSeconds));
      const memory = median(runs.map((run) => run.peakMegabytes));
      console.log(
        `  ${title.padEnd(12)} ${seconds.toFixed(2).padStart(7)} s  ${cpu.toFixed(2).padStart(7)} s of CPU  ${memory.toFixed(0).padStart(5)} MB`,
      );
    }
  };
  const digitalOcean = join(product, '..', DIGITAL_OCEAN);
  const texts = new Map(Object.entries(descriptors).map(([name, file]) => [name, readFileSync(file, 'utf8')]));
  if (existsSync(digitalOcean)) texts.set('DigitalOcean', gunzipSync(readFileSync(digitalOcean)).toString('utf8'));
  for (const [index, [name, text]] of [...texts].entries()) {
    const project = join(base, `rebuild-${index}`);
    mkdirSync(join(project, 'api-descriptors'), { recursive: true });
    const file = join(project, 'api-descriptors', text.startsWith('{') ? 'bench-v1.json' : 'bench-v1.yaml');
    writeFileSync(file, text);
    await bench(name, project, file);
  }
  const many = join(base, 'rebuild-many');
  writeManyServices(many, MANY_APIS, SERVICES_OF_EACH);
  await bench(`${MANY_APIS * SERVICES_OF_EACH} services`, many, join(many, 'api-descriptors/area-7/v1.yaml'));
}

/** The description of an operation begins with another word. */
function withOtherWord(text: string, round: number): string {
  const place = [...text.matchAll(/"?summary"?: [^\n]*\n\s*"?description"?: ["']?(?=\w)/g)][20 + round];
  if (place === undefined) throw new Error('No operation has a summary and a description.');
  const at = place.index + place[0].length;
  return `${text.slice(0, at)}Really ${text.slice(at)}`;
}
