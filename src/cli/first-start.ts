import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { lineOf } from '../auth/password-files/kinds.ts';
import type { LoadedScheme } from '../auth/schemes/contract.ts';
import { passwordFilesOf } from '../auth/schemes/registry.ts';
import type { AdapterRecord, Configuration } from '../config/configuration.ts';
import { CONFIGURATION_FOLDER, LOCAL_FILE } from '../config/configuration-files.ts';
import { createFile, OWNER_ONLY } from '../files/replace-file.ts';
import { readConfiguration } from '../project/configuration.ts';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import type { Invocation, Terminal } from './command.ts';

const TEMPLATE = `${LOCAL_FILE}.dist`;
const USER = 'demo';
const PASSWORD_BYTES = 12;

/** Example requests that need a log-in: the sample API, the curl option, and the adapter option with the file. */
const TRIALS = [
  { api: 'Library', version: 1, option: '--basic', file: 'htpasswd', path: '/library/loan' },
  { api: 'Library', version: 2, option: '--digest', file: 'htdigest', path: '/v2/library/loan' },
] as const;

interface FirstStart extends Pick<Invocation, 'projectFolder' | 'environment'> {
  readonly schemes: readonly LoadedScheme[];
  readonly terminal: Pick<Terminal, 'print'>;
}

/** Prints example requests for the samples. @param port port of the server, known only after its start */
type Trial = (port: number) => void;

const NOTHING_TO_TRY: Trial = () => undefined;

/**
 * Creates `local.yaml` from `local.yaml.dist`, `<folder>.local.yaml` from the `local.yaml.dist` of each descriptor
 * folder, and the password files of their adapters with one user. The random password is printed once and not stored as
 * plain text. Does nothing if a local file exists or `local.yaml.dist` is missing; never overwrites a file (DESIGN §2).
 * An interrupted start leaves nothing unprotected: the rules of the samples are written before `local.yaml`, which
 * marks the machine as configured, and adapters without a password file refuse every log-in.
 * @returns function that prints example requests for the samples, to call after the server has started
 */
export function prepareFirstStart({ schemes, projectFolder, environment, terminal }: FirstStart): Trial {
  const samples = sampleSettings(projectFolder);
  if (!isFirstStart(projectFolder, samples)) return NOTHING_TO_TRY;
  const settings = new Map([...samples, [LOCAL_FILE, readFileSync(join(projectFolder, TEMPLATE), 'utf8')]]);
  const { configuration, fileOf } = readConfiguration(projectFolder, environment, settings);
  // Adapters that another configuration file defines are not ours, so they get no demo user.
  const adapters = configuration.authentication.adapters.filter(
    ({ name, problems }) =>
      problems.length === 0 && fileOf(['platform-mvc-auth', 'authentication', 'adapters', name]) === LOCAL_FILE,
  );
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const lines = adapters
    .flatMap((adapter) => linesOf(adapter, password, schemes))
    .filter(([file]) => !isAbsolute(file));
  const made = new Map<string, boolean>();
  const make = (file: string, content: string): boolean => {
    const isNew = create(projectFolder, file, content);
    made.set(file, isNew);
    return isNew;
  };
  try {
    for (const [file, content] of samples) make(file, content);
    // If two commands start at once, only the one that creates this file continues.
    if (!make(LOCAL_FILE, settings.get(LOCAL_FILE) ?? '')) return NOTHING_TO_TRY;
    for (const [file, line] of lines) if (!made.has(file)) make(file, line);
  } catch (error) {
    // All created files are removed, so that the next start can create them again.
    for (const [file, isNew] of [...made].reverse()) if (isNew) rmSync(join(projectFolder, file), { force: true });
    throw error;
  }
  terminal.print(`First start: created ${[LOCAL_FILE, ...samples.keys()].join(' and ')}.`);
  const files = [...made].filter(([file]) => !settings.has(file));
  for (const [file, isNew] of files)
    if (!isNew) terminal.print(`${file} exists already and was not changed; "platform-docs passwd" edits it.`);
  const created = files.flatMap(([file, isNew]) => (isNew ? [file] : []));
  if (created.length === 0) return NOTHING_TO_TRY;
  terminal.print(
    `Created ${created.join(' and ')} with one user. The password is shown only once:\n\n  user ${USER}, password ${password}\n`,
  );
  return (port) => {
    for (const line of trialsOf(configuration, created, `${USER}:${password}`, addressOf(environment, port)))
      terminal.print(line);
  };
}

/** True if this machine is not configured yet: it has at most the samples' settings, left by an interrupted start. */
function isFirstStart(projectFolder: string, samples: ReadonlyMap<string, string>): boolean {
  try {
    const folder = join(projectFolder, CONFIGURATION_FOLDER);
    const names = readdirSync(folder);
    const isLeft = (name: string): boolean =>
      samples.get(`${CONFIGURATION_FOLDER}/${name}`) === readFileSync(join(folder, name), 'utf8');
    return (
      names.includes('local.yaml.dist') &&
      !names.some((name) => name === 'local.yaml' || (name.endsWith('.local.yaml') && !isLeft(name)))
    );
  } catch {
    return false;
  }
}

/** Settings templates in descriptor folders, such as those of the samples, by the path of the file to create. */
function sampleSettings(projectFolder: string): ReadonlyMap<string, string> {
  const descriptors = join(projectFolder, DESCRIPTOR_FOLDER);
  const folders = existsSync(descriptors) && statSync(descriptors).isDirectory() ? readdirSync(descriptors) : [];
  return new Map(
    folders.flatMap((folder) => {
      const template = join(descriptors, folder, 'local.yaml.dist');
      return existsSync(template)
        ? [[`${CONFIGURATION_FOLDER}/${folder}.local.yaml`, readFileSync(template, 'utf8')] as const]
        : [];
    }),
  );
}

/** Lists each password file of an adapter with the line to write into it. */
function linesOf(
  adapter: AdapterRecord,
  password: string,
  schemes: readonly LoadedScheme[],
): readonly (readonly [string, string])[] {
  return passwordFilesOf(adapter, schemes).map(({ kind, path }) => [
    path,
    lineOf(kind, { user: USER, realm: adapter.realm, password }),
  ]);
}

/** @returns false if the file already exists */
function create(projectFolder: string, path: string, content: string): boolean {
  const file = join(projectFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  return createFile(file, content, OWNER_ONLY);
}

function trialsOf(
  { authentication }: Configuration,
  created: readonly string[],
  credentials: string,
  address: string,
): readonly string[] {
  const lines = TRIALS.flatMap(({ api, version, option, file, path }) => {
    const own = authentication.map.find((entry) => entry.api === api && entry.version === version);
    const adapter = authentication.adapters.find(({ name }) => own?.adapters?.includes(name));
    return created.some((made) => made === adapter?.options[file])
      ? [`  curl ${option.padEnd(8)} -u '${credentials}' ${address}${path}`]
      : [];
  });
  return lines.length === 0 ? [] : ['', 'Try it:', ...lines, ''];
}

function addressOf({ HOST }: Invocation['environment'], port: number): string {
  const host = HOST === undefined || HOST === '' || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
