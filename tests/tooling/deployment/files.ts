import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

/** The top of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** A value of a file whose shape the test knows, or learns when it fails. */
// biome-ignore lint/suspicious/noExplicitAny: the files under test are data without types
export type Loose = any;

export function readText(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}

/** Every document of a YAML file. @throws where one is no YAML */
export function readDocuments(path: string): readonly Loose[] {
  const documents = parseAllDocuments(readText(path), { merge: true, strict: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    for (const problem of [...document.errors, ...document.warnings]) throw problem;
    return document.toJS();
  });
}

/** The only document of a YAML file. */
export function readYaml(path: string): Loose {
  return readDocuments(path)[0];
}

/** Instructions of a Dockerfile in order, lines joined: `['COPY', 'src ./src']`. */
export function readDockerfile(path = 'Dockerfile'): readonly (readonly [instruction: string, argument: string])[] {
  const lines = readText(path)
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
}

interface Image {
  readonly folder: string;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly health: readonly string[];
}

/** Reads the last stage of the Dockerfile. */
export function readImage(): Image {
  const instructions = readDockerfile();
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));
  const argumentOf = (wanted: string): string => last.find(([name]) => name === wanted)?.[1] ?? '';
  const environment = argumentOf('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]);
  const health = argumentOf('HEALTHCHECK');
  return {
    folder: argumentOf('WORKDIR'),
    user: argumentOf('USER'),
    environment: Object.fromEntries(environment),
    command: JSON.parse(argumentOf('CMD')),
    health: JSON.parse(health.slice(health.indexOf('CMD ') + 4)),
  };
}

/** Directives of a systemd unit, in order. */
export function readUnit(path: string): readonly (readonly [name: string, value: string])[] {
  const lines = readText(path).split('\n');
  return lines
    .filter((line) => /^[A-Z]\w*=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}

/** Variables of the environment that the sources, Node and its packages read. */
export const knownVariables = new Set([
  ...globSync('src/server/**/*.ts', { cwd: REPOSITORY }).flatMap((path) =>
    [...readText(path).matchAll(/environment\['(\w+)'\]/g)].map(([, name]) => name),
  ),
  'NODE_ENV',
]);
