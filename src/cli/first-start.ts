import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { digestOf } from '../auth/password-files/htdigest.ts';
import { hashPassword } from '../auth/password-hashes/new-password.ts';
import { DESCRIPTOR_FOLDER } from '../build/site-folders.ts';
import type { AdapterRecord, Configuration } from '../config/configuration.ts';
import { CONFIGURATION_FOLDER } from '../config/configuration-files.ts';
import { readConfiguration } from '../config/read-configuration.ts';
import type { Invocation, Terminal } from './command.ts';

const LOCAL_FILE = `${CONFIGURATION_FOLDER}/local.yaml`;
const TEMPLATE = `${LOCAL_FILE}.dist`;
const USER = 'demo';
const PASSWORD_BYTES = 12;
const OWNER_ONLY = 0o600;

/** Operations of the sample API that need a log-in, by what they are mapped as. */
const TRIALS = [
  { api: 'Library', version: 1, option: '--basic', path: '/library/loan' },
  { api: 'Library', version: 2, option: '--digest', path: '/v2/library/loan' },
] as const;

interface FirstStart extends Pick<Invocation, 'projectFolder' | 'environment'> {
  readonly terminal: Pick<Terminal, 'print'>;
}

/** @param port that the server listens on, which only the system may know beforehand */
type Trial = (port: number) => void;

const NOTHING_TO_TRY: Trial = () => undefined;

/**
 * Makes `local.yaml` from `local.yaml.dist`, `<folder>.local.yaml` from `local.yaml.dist` of each folder of descriptors,
 * and the password files of its adapters with one user, whose random password is printed once, and written to no file.
 * Does nothing where there is a local file already or no `local.yaml.dist`; never overwrites anything (DESIGN §2).
 * @returns what tells how to try it, when the server is up
 */
export function prepareFirstStart({ projectFolder, environment, terminal }: FirstStart): Trial {
  if (!isFirstStart(projectFolder)) return NOTHING_TO_TRY;
  // Of two starts at once one makes everything.
  if (!create(projectFolder, LOCAL_FILE, readFileSync(join(projectFolder, TEMPLATE)))) return NOTHING_TO_TRY;
  const samples = createSampleSettings(projectFolder);
  const { configuration, fileOf } = readConfiguration(projectFolder, environment);
  // Adapters of other files belong to their author: they get no demo user.
  const adapters = configuration.authentication.adapters.filter(
    ({ name, problems }) => problems.length === 0 && fileOf(['platform-mvc-auth', 'authentication', 'adapters', name]) === LOCAL_FILE,
  );
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const made = new Map<string, boolean>();
  for (const [file, line] of adapters.flatMap((adapter) => linesOf(adapter, password))) {
    if (!isAbsolute(file) && !made.has(file)) made.set(file, create(projectFolder, file, line));
  }
  terminal.print(`First start: created ${[LOCAL_FILE, ...samples].join(' and ')}.`);
  const kept = [...made].filter(([, isNew]) => !isNew).map(([file]) => file);
  for (const file of kept) terminal.print(`${file} exists already and was not changed; "platform-docs passwd" edits it.`);
  const created = [...made.keys()].filter((file) => !kept.includes(file));
  if (created.length === 0) return NOTHING_TO_TRY;
  terminal.print(`Created ${created.join(' and ')} with one user. The password is shown this once:\n\n  user ${USER}, password ${password}\n`);
  return (port) => {
    for (const line of trialsOf(configuration, created, `${USER}:${password}`, addressOf(environment, port))) terminal.print(line);
  };
}

/** Any local file counts: a machine that has one was configured by an operator, and gets no demo user. */
function isFirstStart(projectFolder: string): boolean {
  try {
    const names = readdirSync(join(projectFolder, CONFIGURATION_FOLDER));
    return names.includes('local.yaml.dist') && !names.some((name) => name === 'local.yaml' || name.endsWith('.local.yaml'));
  } catch {
    return false;
  }
}

/** Settings that belong to the descriptors of one folder, such as the samples. @returns the files that were made */
function createSampleSettings(projectFolder: string): readonly string[] {
  const descriptors = join(projectFolder, DESCRIPTOR_FOLDER);
  const folders = existsSync(descriptors) && statSync(descriptors).isDirectory() ? readdirSync(descriptors) : [];
  return folders.flatMap((folder) => {
    const template = join(descriptors, folder, 'local.yaml.dist');
    const file = `${CONFIGURATION_FOLDER}/${folder}.local.yaml`;
    return existsSync(template) && create(projectFolder, file, readFileSync(template)) ? [file] : [];
  });
}

/** File and line for each file that the adapter reads. */
function linesOf({ realm, htpasswdFile, htdigestFile, htdigestSha256File }: AdapterRecord, password: string): readonly (readonly [string, string])[] {
  const digest = (algorithm: 'MD5' | 'SHA-256'): string => `${USER}:${realm}:${digestOf(USER, realm, password, algorithm)}\n`;
  return [
    ...(htpasswdFile === null ? [] : [[htpasswdFile, `${USER}:${hashPassword(password, 'bcrypt')}\n`] as const]),
    ...(htdigestFile === null ? [] : [[htdigestFile, digest('MD5')] as const]),
    ...(htdigestSha256File === null ? [] : [[htdigestSha256File, digest('SHA-256')] as const]),
  ];
}

/** @returns false when something is there already */
function create(projectFolder: string, path: string, content: string | Uint8Array): boolean {
  const file = join(projectFolder, path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { flag: 'wx', mode: OWNER_ONLY });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function trialsOf({ authentication }: Configuration, created: readonly string[], credentials: string, address: string): readonly string[] {
  const lines = TRIALS.flatMap(({ api, version, option, path }) => {
    const name = authentication.map.find((entry) => entry.api === api && entry.version === version)?.adapter;
    const adapter = authentication.adapters.find((candidate) => candidate.name === name);
    const file = option === '--basic' ? adapter?.htpasswdFile : adapter?.htdigestFile;
    return file && created.includes(file) ? [`  curl ${option.padEnd(8)} -u '${credentials}' ${address}${path}`] : [];
  });
  return lines.length === 0 ? [] : ['', 'Try it:', ...lines, ''];
}

function addressOf({ HOST }: Invocation['environment'], port: number): string {
  const host = HOST === undefined || HOST === '' || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
