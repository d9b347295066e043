import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configurationSchema } from '../../src/project/configuration.ts';
import { readProject } from '../../src/project/read-project.ts';
import { type Block, readDocuments } from './documents.ts';
import { ReadingProject } from './reading-project.ts';

/** Comments above the blocks that a test cannot run; no other block may have one. */
const NOT_RUN = [
  'README.md: it clones this repository; tests/http/clients/first-start.test.ts starts a fresh copy',
  'docs/administration.md: tests/package starts it',
  'docs/administration.md: it needs a second machine',
  'docs/changes.md: a workflow of GitHub is needed',
  'docs/commands.md: it needs a browser; tests/browser/single-file.test.ts prints the book',
  'docs/deployment/README.md: Docker, systemd, nginx, Kubernetes and GitHub are needed; tests/tooling/deployment compares all files with the product',
  'docs/deployment/below-a-path.md: nginx, Apache and Caddy are needed; tests/http/below-a-path starts all of them with these configurations',
  'docs/deployment/more-than-one-machine.md: several machines, Docker and Kubernetes are needed; tests/tooling/deployment and tests/http/replicas run what one machine can',
  'docs/deployment/static.md: nginx, Apache and Caddy are needed; tests/http/file-servers starts all of them with these configurations',
  'docs/descriptors.md: it needs the network; tests/unit/cli/commands/fetch.test.ts serves the files',
  'docs/existing-servers.md: Express, Fastify and Hono are needed; tests/http/plain-tree.test.ts serves these files as they do',
  'docs/mounting.md: the frameworks are needed; tests/package/mounting.test.ts installs them and starts each of these programs',
  'docs/moving-over.md: it needs the old installation',
  'docs/performance.md: it takes minutes, and measures a machine that has nothing else to do',
  'docs/rules.md: tests/unit/rules reads every example',
];

const documents = readDocuments();
const sections = Object.keys(configurationSchema.json['properties'] ?? {});

describe.each(documents.filter(({ blocks }) => blocks.some(({ reason }) => reason === undefined)))(
  '$path',
  ({ path, place, blocks }) => {
    let project: ReadingProject;
    let output = '';
    let isLost = false;
    beforeAll(async () => {
      project = await ReadingProject.open(place);
    });
    afterAll(() => project?.close());

    test.each(
      blocks
        .filter(({ reason }) => reason === undefined)
        .map((block) => [`${block.line}: ${titleOf(block)}`, block] as const),
    )('line %s', async (_, block) => {
      // Results after a failure say nothing of their own.
      if (isLost) expect.fail('A block above has failed.');
      isLost = true;
      if (block.file !== undefined) project.write(block.file, block.text);
      else if (block.language === 'sh') output = await project.run(block.text);
      else if (block.language === 'yaml') await checkYaml(block.text, project.folder);
      else if (block.language === 'json') expect(JSON.parse(output), remedyFor(block)).toEqual(JSON.parse(block.text));
      else if (block.language === 'text') expectLines(output, block.text, remedyFor(block));
      else
        throw new Error(
          `Nothing is known of blocks in ${JSON.stringify(block.language)}: name the file that it is, or say why it is not run.`,
        );
      isLost = false;
    });

    const remedyFor = ({ line }: Block): string =>
      `Where the product is right, paste what it prints into the block of ${path}, line ${line}.`;
  },
);

test('what is not run is listed here', () => {
  const reasons = documents.flatMap(({ path, blocks }) =>
    blocks.flatMap(({ reason }) => (reason === undefined ? [] : `${path}: ${reason}`)),
  );
  expect([...new Set(reasons)], 'Correct NOT_RUN in tests/docs/guides.test.ts.').toEqual(NOT_RUN);
});

function titleOf({ file, text }: Block): string {
  return file ?? text.split('\n')[0] ?? '';
}

/** A piece of the configuration beside the one that is there, or a whole descriptor in a folder of its own. */
async function checkYaml(text: string, folder: string): Promise<void> {
  const value: unknown = load(text);
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.every((key) => sections.includes(key))) return checkConfiguration(text, folder);
  const apart = mkdtempSync(join(tmpdir(), 'platform-documentation-descriptor-'));
  try {
    mkdirSync(join(apart, 'api-descriptors/block'), { recursive: true });
    writeFileSync(join(apart, 'api-descriptors/block/v1.yaml'), text);
    const { apis, diagnostics } = await readProject(apart, {});
    expect({ diagnostics, apis: apis.length }).toEqual({ diagnostics: [], apis: 1 });
  } finally {
    rmSync(apart, { recursive: true });
  }
}

async function checkConfiguration(text: string, folder: string): Promise<void> {
  const file = join(folder, 'config/autoload/zzz.local.yaml');
  writeFileSync(file, text);
  try {
    const { problems } = await readProject(folder, { REDIS_URL: 'redis://127.0.0.1:6379' });
    expect(problems).toEqual([]);
  } finally {
    rmSync(file);
  }
}

/** Every line of the block, in this order; `…` stands for anything. */
function expectLines(output: string, text: string, remedy: string): void {
  const seen = output.split('\n');
  let next = 0;
  for (const line of text.split('\n').filter((written) => written.trim() !== '…')) {
    const parts = line.trim().split('…');
    const found = seen.findIndex((candidate, index) => index >= next && holdsInOrder(candidate, parts));
    if (found < 0) expect.fail(`Not printed: ${line}\n${remedy}\nPrinted: ${output}`);
    next = found + 1;
  }
}

function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
