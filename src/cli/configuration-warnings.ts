import { createSecretKey, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAdapter } from '../auth/adapter.ts';
import { readGroupFile } from '../auth/password-files/group-file.ts';
import { WatchedFile } from '../auth/password-files/watched-file.ts';
import type { AuthTools, LoadedScheme } from '../auth/schemes/contract.ts';
import { acceptedFilesOf, fileOptionsOf, type NamedPasswordFile } from '../auth/schemes/registry.ts';
import { createMemoryState } from '../auth/state/memory.ts';
import { formatTarget } from '../config/api-target.ts';
import { type AdapterRecord, type Configuration, inProject } from '../config/configuration.ts';
import { findKeyPlace } from '../config/configuration-files.ts';
import { namedUsers, unknownGroups } from '../config/names.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import { forShell } from './command.ts';

const ADAPTERS = ['platform-mvc-auth', 'authentication', 'adapters'] as const;
const SOURCES = ['platform-documentation', 'sources'] as const;
const GROUP_FILE = ['platform-mvc-auth', 'htgroup'] as const;
const NONCE_KEY_BYTES = 32;
const LINE_NUMBER = /(:\d+): /;
const COMMAND = 'platform-docs passwd set';

interface Advice {
  readonly problem: string;
  readonly remedy: string;
}

/** A password file that an adapter reads for one of its schemes. */
interface NamedFile extends NamedPasswordFile {
  readonly adapter: AdapterRecord;
}

/**
 * Warns about password files that close their adapters, unusable lines in them, problems of the group file, and users
 * and groups of access rules that these files do not contain. These problems are not errors, because `data/` is often
 * missing where descriptors and configuration are checked.
 * @param fileOf returns the configuration file that set the value at these keys
 */
export function passwordFileWarnings(
  { authentication, authorization, throttle }: Configuration,
  projectFolder: string,
  fileOf: (keys: readonly string[]) => string,
  schemes: readonly LoadedScheme[],
): readonly Diagnostic[] {
  const warning = warnerOf(projectFolder, fileOf);
  const warn = (keys: readonly string[], { problem, remedy }: Advice): Diagnostic => warning(keys, problem, remedy);
  const files = authentication.adapters.flatMap((adapter) => filesOf(adapter, schemes));
  const ofFiles = files.flatMap((file) => {
    const absolute = inProject(projectFolder, file.path);
    const keys = [...ADAPTERS, file.adapter.name, 'options', file.option];
    return reasonsOf(file, absolute, throttle).map((reason) => warn(keys, toAdvice(reason, file, absolute)));
  });
  const known = usersOf(files, authentication.adapters, projectFolder);
  const unknownUsers = known === null ? [] : namedUsers(authorization).filter(({ name }) => !known.has(name));
  const ofNames = unknownUsers.map(({ name, keys }) => {
    const problem = `No password file has the user ${JSON.stringify(name)}.`;
    return warn(keys, { problem, remedy: `Add it with "${COMMAND}", or correct the name.` });
  });
  const { groupFile } = authorization;
  if (groupFile === null) return [...ofFiles, ...ofNames];
  const absolute = inProject(projectFolder, groupFile);
  const { groups, problems } = readGroupFile(absolute);
  const ofGroups = problems.map((reason) =>
    warn(GROUP_FILE, adviceOf(sentenceOf(reason, groupFile, absolute), 'Correct them.')),
  );
  const unknown = groups === undefined ? [] : unknownGroups(authorization, groups);
  const remedy = 'Add it there, or correct the name.';
  const ofRules = unknown.map(({ group, keys }) =>
    warn(keys, { problem: `${groupFile} has no group ${JSON.stringify(group)}.`, remedy }),
  );
  return [...ofFiles, ...ofNames, ...ofGroups, ...ofRules];
}

/** Users of all password files; null if users may be missing: a file cannot be read, or an adapter has no file. */
function usersOf(
  files: readonly NamedFile[],
  adapters: readonly AdapterRecord[],
  projectFolder: string,
): ReadonlySet<string> | null {
  if (files.length === 0 || adapters.some((adapter) => !files.some((file) => file.adapter === adapter))) return null;
  const contents = files.map(({ adapter, kind, path }) => {
    const file = new WatchedFile(
      inProject(projectFolder, path),
      (text) => kind.parse(text, adapter.realm),
      () => undefined,
    );
    const content = file.content();
    file.close();
    return content;
  });
  if (contents.some((content) => content === undefined)) return null;
  return new Set(contents.flatMap((content) => [...(content?.entries.keys() ?? [])]));
}

/** Lists the password files of an adapter; empty if the adapter has problems. */
function filesOf(adapter: AdapterRecord, schemes: readonly LoadedScheme[]): readonly NamedFile[] {
  if (adapter.problems.length > 0) return [];
  return acceptedFilesOf(adapter, schemes).map((file) => ({ adapter, ...file }));
}

/** Problems of one password file: the reason why it closes its adapter, otherwise the problems of its lines. */
function reasonsOf(
  { adapter, scheme, option }: NamedFile,
  absolute: string,
  throttle: Configuration['throttle'],
): readonly string[] {
  const logged: string[] = [];
  const tried = createAdapter(
    {
      ...adapter,
      schemes: [scheme.name],
      options: { ...adapter.options, ...without(scheme), [option]: absolute },
      throttle,
    },
    idleTools([scheme], (message) => logged.push(...message.split('\n'))),
  );
  const health = tried.health();
  tried.close();
  return health.kind === 'closed' ? [health.reason] : logged;
}

/** Converts a problem to a warning with the path as configured and the `passwd` command for this file. */
function toAdvice(reason: string, file: NamedFile, absolute: string): Advice {
  const command = commandFor(file);
  if (reason.startsWith(`${absolute}: not found`))
    return { problem: `${file.path} was not found.`, remedy: `Create it with "${command}".` };
  const sentence = sentenceOf(reason, file.path, absolute).replace(`"${COMMAND}"`, () => `"${command}"`);
  return adviceOf(sentence, `Set their passwords again with "${command}".`);
}

function sentenceOf(reason: string, path: string, absolute: string): string {
  return reason
    .replace(`${absolute}: not`, () => `${path} was not`)
    .replaceAll(`${absolute}: `, () => `${path} `)
    .replaceAll(absolute, () => path)
    .replace(LINE_NUMBER, '$1 ');
}

/** @param remedyOfMore remedy to use if the text consists of one sentence without a remedy */
function adviceOf(sentence: string, remedyOfMore: string): Advice {
  const end = sentence.lastIndexOf('. ') + 1;
  if (end === 0) return { problem: `${sentence}.`, remedy: remedyOfMore };
  return { problem: sentence.slice(0, end), remedy: sentence.slice(end + 1) };
}

function commandFor({ adapter, kind, path }: NamedFile): string {
  const realm = kind.hasRealm ? ` --realm ${forShell(adapter.realm)}` : '';
  return `${COMMAND} ${forShell(path)} <user>${realm}${kind.setOption}`;
}

/** Options of a scheme that set each of its password files to null. */
function without(scheme: LoadedScheme): Readonly<Record<string, null>> {
  return Object.fromEntries(fileOptionsOf(scheme).map(({ option }) => [option, null]));
}

/** Dependencies for adapters that are created only to check their files: no user can log in. */
function idleTools(schemes: readonly LoadedScheme[], log: (message: string) => void): AuthTools {
  const clock = Date.now;
  const passwords: AuthTools['passwords'] = { verify: async () => 'busy', close: async () => undefined };
  return {
    schemes,
    clock,
    randomBytes,
    passwords,
    state: createMemoryState(clock),
    nonceKeys: [createSecretKey(randomBytes(NONCE_KEY_BYTES))],
    log,
  };
}

/** Matches response headers that affect the whole origin: browsers apply or store them for all of its pages. */
const OF_THE_ORIGIN = new RegExp(
  `^(?:${[
    'set-cookie2?|clear-site-data|strict-transport-security|service-worker-allowed|origin-agent-cluster',
    'nel|report-to|reporting-endpoints|alt-svc|refresh|(?:accept|critical)-ch',
  ].join('|')})$`,
  'i',
);

type Files = (keys: readonly string[]) => string;

function warnerOf(projectFolder: string, fileOf: Files) {
  return (keys: readonly string[], message: string, remedy: string): Diagnostic => {
    const [path, file] = [keys.join('.'), fileOf(keys)];
    const place = findKeyPlace(projectFolder, file, path);
    return { file, ...place, severity: 'warning', rule: 'configuration', message: `${path}: ${message}`, remedy };
  };
}

/** Warns about descriptors from URLs that were not fetched yet, so that the documentation lacks them. */
export function sourceWarnings(
  { sources }: Configuration,
  projectFolder: string,
  fileOf: Files,
): readonly Diagnostic[] {
  const warning = warnerOf(projectFolder, fileOf);
  return sources.flatMap(({ path }) =>
    existsSync(join(projectFolder, DESCRIPTOR_FOLDER, path))
      ? []
      : [warning([...SOURCES, path], 'It was not fetched yet.', 'Run "platform-docs fetch".')],
  );
}

/**
 * Warns about entries of `platform-services` that let responses of an API affect the whole origin, which the API shares
 * with the documentation, log-ins and other APIs.
 * @param fileOf returns the configuration file that set the value at these keys
 */
export function sharedOriginWarnings(
  { services }: Configuration,
  projectFolder: string,
  fileOf: (keys: readonly string[]) => string,
): readonly Diagnostic[] {
  const warning = warnerOf(projectFolder, fileOf);
  return services.flatMap((entry) => {
    const { answersFrom, documents, responseHeaders } = entry;
    if (answersFrom === 'pages') return [];
    const keys = ['platform-services', formatTarget(entry)];
    const acting = responseHeaders.filter((name) => OF_THE_ORIGIN.test(name));
    return [
      ...(documents === 'trusted'
        ? [warning([...keys, 'documents'], TRUSTED, 'Remove it, unless you trust everything that this API sends.')]
        : []),
      ...(acting.length > 0
        ? [
            warning(
              [...keys, 'response_headers'],
              ofTheOrigin(acting),
              'Remove them, or serve the API under a host name of its own.',
            ),
          ]
        : []),
    ];
  });
}

const TRUSTED =
  'Pages and scripts of this API run on the origin of the documentation, with the rights of the user who reads it.';

function ofTheOrigin(names: readonly string[]): string {
  return `${names.join(', ')} of this API ${names.length === 1 ? 'acts' : 'act'} on the whole origin, the documentation and other APIs included.`;
}
