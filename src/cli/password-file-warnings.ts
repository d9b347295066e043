import { createSecretKey, randomBytes } from 'node:crypto';
import { createAdapter } from '../auth/adapter.ts';
import type { AuthTools, LoadedScheme } from '../auth/schemes/contract.ts';
import { acceptedFilesOf, fileOptionsOf, type NamedPasswordFile } from '../auth/schemes/password-files.ts';
import { createMemoryState } from '../auth/state/memory.ts';
import type { AdapterRecord, Configuration } from '../config/configuration.ts';
import { findKeyPlace } from '../config/key-place.ts';
import { inProject } from '../config/project-path.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { forShell } from './for-shell.ts';

const ADAPTERS = ['platform-mvc-auth', 'authentication', 'adapters'] as const;
const NONCE_KEY_BYTES = 32;
const LINE_NUMBER = /(:\d+): /;
const COMMAND = 'platform-docs passwd set';

/** A file that an adapter reads for one of its schemes. */
interface NamedFile extends NamedPasswordFile {
  readonly adapter: AdapterRecord;
}

/**
 * A warning for each password file that closes its adapter, and for each line by which no user can log in, as the
 * adapter itself says. No error: `data/` is often not where descriptors and configuration are checked.
 * @param fileOf which file of the configuration set the value at these keys
 */
export function passwordFileWarnings(
  { authentication, throttle }: Configuration,
  projectFolder: string,
  fileOf: (keys: readonly string[]) => string,
  schemes: readonly LoadedScheme[],
): readonly Diagnostic[] {
  const files = authentication.adapters.flatMap((adapter) => filesOf(adapter, schemes));
  return files.flatMap((file) => {
    const absolute = inProject(projectFolder, file.path);
    const keys = [...ADAPTERS, file.adapter.name, 'options', file.option];
    const [path, source] = [keys.join('.'), fileOf(keys)];
    return reasonsOf(file, absolute, throttle).map((reason): Diagnostic => {
      const { problem, remedy } = toAdvice(reason, file, absolute);
      const place = findKeyPlace(projectFolder, source, path);
      return {
        file: source,
        ...place,
        severity: 'warning',
        rule: 'configuration',
        message: `${path}: ${problem}`,
        remedy,
      };
    });
  });
}

/** None of an adapter that is wrong itself. */
function filesOf(adapter: AdapterRecord, schemes: readonly LoadedScheme[]): readonly NamedFile[] {
  if (adapter.problems.length > 0) return [];
  return acceptedFilesOf(adapter, schemes).map((file) => ({ adapter, ...file }));
}

/** Why the adapter would be closed if it had this file alone; where it would work, what it says of single lines. */
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

/** With the path as configured, and the command as it has to be written for this file. */
function toAdvice(
  reason: string,
  file: NamedFile,
  absolute: string,
): { readonly problem: string; readonly remedy: string } {
  const command = commandFor(file);
  if (reason.startsWith(`${absolute}: not found`))
    return { problem: `${file.path} was not found.`, remedy: `Create it with "${command}".` };
  const sentence = reason
    .replaceAll(`${absolute}: `, () => `${file.path} `)
    .replaceAll(absolute, () => file.path)
    .replace(LINE_NUMBER, '$1 ');
  const end = sentence.lastIndexOf('. ') + 1;
  // The number of further lines, which has no remedy of its own.
  if (end === 0) return { problem: `${sentence}.`, remedy: `Set their passwords again with "${command}".` };
  return {
    problem: sentence.slice(0, end),
    remedy: sentence.slice(end + 1).replace(`"${COMMAND}"`, () => `"${command}"`),
  };
}

function commandFor({ adapter, kind, path }: NamedFile): string {
  const realm = kind.hasRealm ? ` --realm ${forShell(adapter.realm)}` : '';
  return `${COMMAND} ${forShell(path)} <user>${realm}${kind.setOption}`;
}

/** No password file of a scheme. */
function without(scheme: LoadedScheme): Readonly<Record<string, null>> {
  return Object.fromEntries(fileOptionsOf(scheme).map(({ option }) => [option, null]));
}

/** For adapters without log-ins. */
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
