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

/** Operations of the sample API that need a log-in, by what they are mapped as. */
const TRIALS = [
  { api: 'Library', version: 1, option: '--basic', file: 'htpasswd', path: '/library/loan' },
  { api: 'Library', version: 2, option: '--digest', file: 'htdigest', path: '/v2/library/loan' },
] as const;

interface FirstStart extends Pick<Invocation, 'projectFolder' | 'environment'> {
  readonly schemes: readonly LoadedScheme[];
  readonly terminal: Pick<Terminal, 'print'>;
}

/** Prints how to try the samples. @param port port of the server, known only after its start */
type Trial = (port: number) => void;

const NOTHING_TO_TRY: Trial = () => undefined;

/**
 * Makes `local.yaml` from `local.yaml.dist`, `<folder>.local.yaml` from `local.yaml.dist` of each folder of
 * descriptors, and the password files of its adapters with one user, whose random password is printed once, and written
 * to no file. Does nothing where there is a local file already or no `local.yaml.dist`; never overwrites anything
 * (DESIGN §2). An interrupted start opens nothing: the rules of the samples are written before `local.yaml`, which
 * marks the machine as configured, and adapters without a password file refuse every log-in.
 * @returns function that prints how to try the samples, once the server has started
 */
export function prepareFirstStart({ schemes, projectFolder, environment, terminal }: FirstStart): Trial {
  const samples = sampleSettings(projectFolder);
  if (!isFirstStart(projectFolder, samples)) return NOTHING_TO_TRY;
  const settings = new Map([...samples, [LOCAL_FILE, readFileSync(join(projectFolder, TEMPLATE), 'utf8')]]);
  const { configuration, fileOf } = readConfiguration(projectFolder, environment, settings);
  // Adapters of other files belong to their author: they get no demo user.
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
    // If two starts run at once, only one makes everything else.
    if (!make(LOCAL_FILE, settings.get(LOCAL_FILE) ?? '')) return NOTHING_TO_TRY;
    for (const [file, line] of lines) if (!made.has(file)) make(file, line);
  } catch (error) {
    // All is removed, so that the next start is the first one again.
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
    `Created ${created.join(' and ')} with one user. The password is shown this once:\n\n  user ${USER}, password ${password}\n`,
  );
  return (port) => {
    for (const line of trialsOf(configuration, created, `${USER}:${password}`, addressOf(environment, port)))
      terminal.print(line);
  };
}

/**
 * Whether this machine is not configured yet. An interrupted start leaves only copies of the samples' settings.
 */
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

/** Settings that belong to the descriptors of one folder, such as the samples, by the file that they are copied to. */
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

/** File and line for each file that the adapter names. */
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

/** @returns false when something is there already */
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
