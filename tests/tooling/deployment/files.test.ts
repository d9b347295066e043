import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../src/cli/commands/table.ts';
import runtime from '../../../src/cli/launcher/runtime.json' with { type: 'json' };
import { REPOSITORY, readDocuments, readText } from './files.ts';

const KUBERNETES = 'docs/deployment/kubernetes/platform-documentation.yaml';
const REPLICAS = 'docs/deployment/compose/replicas.local.yaml';
const GITLAB = 'docs/deployment/gitlab/platform-documentation.gitlab-ci.yml';
const CONTAINER = 'docs/deployment/container/Dockerfile';
const WORKFLOWS = ['.github/workflows/ci.yml', '.github/workflows/release.yml'];

describe('files that other programs read', () => {
  const yaml = globSync(['*.{yml,yaml}', '.github/**/*.yml', 'docs/**/*.{yml,yaml}'], { cwd: REPOSITORY });
  const json = globSync(['biome.json', 'package.json', 'tsconfig.json', '.devcontainer/*.json', '.changeset/*.json'], {
    cwd: REPOSITORY,
  });

  test('are there', () => {
    expect(yaml).toEqual(
      expect.arrayContaining(['action.yml', 'compose.yaml', KUBERNETES, REPLICAS, GITLAB, ...WORKFLOWS]),
    );
    expect(json).toEqual(
      expect.arrayContaining(['biome.json', '.devcontainer/devcontainer.json', '.changeset/config.json']),
    );
  });

  test.each(yaml)('%s is YAML', (path) => {
    expect(readDocuments(path).every((document) => typeof document === 'object' && document !== null)).toBe(true);
  });

  test.each(json)('%s is JSON', (path) => {
    expect(JSON.parse(readText(path))).toBeTypeOf('object');
  });

  test('name one version of Node', () => {
    const major = runtime.version.split('.')[0];
    expect(readText('.nvmrc').trim()).toBe(runtime.version);
    const named = ['Dockerfile', CONTAINER, 'action.yml', GITLAB, '.devcontainer/devcontainer.json'].map((path) => {
      return [
        path,
        [...readText(path).matchAll(/(?:node:|node-version: '|typescript-node:)(\d+)/g)].map(([, version]) => version),
      ] as const;
    });
    for (const [path, versions] of named) expect([path, versions]).toEqual([path, [major]]);
  });

  test.each([...WORKFLOWS, 'CONTRIBUTING.md'])('%s runs scripts that there are', (path) => {
    const { scripts } = JSON.parse(readText('package.json'));
    const named = [...readText(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  });

  test('call commands and options that there are', async () => {
    const paths = [
      'action.yml',
      'Dockerfile',
      CONTAINER,
      GITLAB,
      'CONTRIBUTING.md',
      'docs/deployment/README.md',
      ...WORKFLOWS,
    ];
    const calls = paths.flatMap((path) => [
      ...readText(path).matchAll(/platform-docs(?:\.mjs"?)? ([a-z]+)((?: --[a-z-]+)*)/g),
    ]);
    expect(calls.length).toBeGreaterThan(5);
    for (const [call, name, options = ''] of calls) {
      const command = await commands.find((entry) => entry.name === name)?.load();
      const unknown = options
        .split(' ')
        .filter((option) => option !== '' && !Object.hasOwn(command?.options ?? {}, option.slice(2)));
      expect({ call, isKnown: command !== undefined, unknown }).toEqual({ call, isKnown: true, unknown: [] });
    }
  });

  // tests/docs/links.test.ts follows those of the guides, with their anchors.
  test.each(globSync(['*.md', 'src/README.md', '.changeset/*.md'], { cwd: REPOSITORY }))(
    'links of %s lead to files',
    (path) => {
      const targets = [...readText(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
        ([, target = '']) => target,
      );
      expect(targets.filter((target) => !existsSync(join(REPOSITORY, dirname(path), target)))).toEqual([]);
    },
  );
});
