import { readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ReleaseWriter } from '../../../../src/release/release-writer.ts';
import { packsIn } from '../../../fixtures/packs.ts';
import { projectWith } from '../../config/project.ts';
import { runIn } from '../run-cli.ts';

const DAY_SECONDS = 86_400;

let folder: string;
const documentation = (...path: readonly string[]): string => join(folder, 'dist/documentation', ...path);
const current = (): string => readFileSync(documentation('current'), 'utf8').trim();
const run = (...args: readonly string[]) => runIn(folder, args);

beforeEach(() => {
  folder = projectWith({});
});

/** Publishes a release on a day of 1970. */
async function publish(text: string, day: number): Promise<string> {
  const writer = new ReleaseWriter(documentation());
  await writer.addArtifact('json /platform/documentation', text);
  const id = await writer.publish({ site: { title: 'APIs', baseUrl: '' }, entries: [], outlines: [] });
  utimesSync(documentation('releases', id, 'index.json'), day * DAY_SECONDS, day * DAY_SECONDS);
  return id;
}

const publishThree = async (): Promise<readonly [string, string, string]> => [
  await publish('one', 1),
  await publish('two', 2),
  await publish('three', 3),
];

test('releases are listed, the last one published first, with the current one marked', async () => {
  const [one, two, three] = await publishThree();
  const line = (mark: string, id: string, day: number): string =>
    `${mark} ${id}  1970-01-0${day} 00:00:00 UTC  0.0 MB\n`;
  const { code, stdout } = await run('releases');
  expect([code, stdout]).toEqual([0, line('*', three, 4) + line(' ', two, 3) + line(' ', one, 2)]);
});

describe('rollback', () => {
  test('returns to the one before, again and again, until there is none', async () => {
    const [one, two, three] = await publishThree();
    expect(await run('rollback')).toMatchObject({
      code: 0,
      stdout: `The release ${two} is the current one, in place of ${three}.\n`,
    });
    expect((await run('releases')).stdout).toMatch(new RegExp(`^\\* ${two} `, 'm'));
    await run('rollback');
    expect(current()).toBe(one);
    expect(await run('rollback')).toMatchObject({
      code: 1,
      stderr: `There is no release before ${one}. "platform-docs releases" lists all.\n`,
    });
    expect(current()).toBe(one);
  });

  test('returns to the one that is named, also to a later one; the next build goes forward', async () => {
    const [one, two, three] = await publishThree();
    for (const id of [one, three, two]) {
      expect((await run('rollback', id)).code).toBe(0);
      expect(current()).toBe(id);
    }
    expect(await run('rollback', two)).toMatchObject({
      code: 0,
      stdout: `The release ${two} is the current one already.\n`,
    });
    const four = await publish('four', 4);
    expect(current()).toBe(four);
    await run('rollback');
    expect(current()).toBe(three);
  });

  test.each(['nothing', '../releases', '.', ''])('names no release by %j', async (id) => {
    const one = await publish('one', 1);
    expect(await run('rollback', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no release ${JSON.stringify(id)}. `),
    });
    expect(current()).toBe(one);
  });

  test.each<[state: string, damage: (release: string) => void, reason: string]>([
    ['lacks a pack', (release) => rmSync(join(release, packsIn(release)[0] ?? '')), 'no such file'],
    ['has a short pack', (release) => truncateSync(join(release, packsIn(release)[0] ?? ''), 1), 'is damaged'],
    ['has another index', (release) => writeFileSync(join(release, 'index.json'), '{}'), 'another version'],
  ])('leaves what is current where the other %s', async (_, damage, reason) => {
    const [, two, three] = await publishThree();
    damage(documentation('releases', two));
    const { code, stderr } = await run('rollback', two);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${three} stays current: `)]);
    expect([stderr, current()]).toEqual([expect.stringContaining(reason), three]);
  });
});

test.each(['releases', 'rollback'])('%s says that nothing is published yet', async (command) => {
  expect(await run(command)).toMatchObject({
    code: 1,
    stderr: 'No documentation is published yet. Run "platform-docs build" first.\n',
  });
});
