import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkReferences } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import { CONFIGURATION_FOLDER } from '../config/configuration-files.ts';
import type { YamlEdit } from '../config/edit/edit-yaml.ts';
import { editYaml } from '../config/edit/edit-yaml.ts';
import type { ConfigurationProblem } from '../config/problem.ts';
import { formatProblem } from '../config/problem.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import { readConfiguration } from '../config/read-configuration.ts';
import { lock } from '../files/lock.ts';
import { realFile, replaceFile } from '../files/replace-file.ts';
import type { AdminSite, FieldProblem, Submission } from './contract.ts';

export const LOCAL_FILE = `${CONFIGURATION_FOLDER}/local.yaml`;
export const GLOBAL_FILE = `${CONFIGURATION_FOLDER}/global.yaml`;
/** Beside the folder: a file in it would look like a change of the configuration. */
const LOCK_FILE = 'config/.autoload.lock';

export interface Change {
  /** For the audit log. */
  readonly action: string;
  readonly target: string;
  /** @returns the file to edit, and how */
  edits(reading: ConfigurationReading): { readonly file: string; readonly edits: readonly YamlEdit[] };
  /** Which field a problem of the configuration is about; undefined: none. */
  fieldOf(problem: ConfigurationProblem): string | undefined;
  /** What is wrong beside the configuration. */
  readonly problems?: readonly FieldProblem[];
  /** Done last before the file is written. @returns what went wrong */
  prepare?(): readonly FieldProblem[];
  /** Whether the configuration says what was asked for: another file may say otherwise. */
  isDone(configuration: Configuration): boolean;
}

export type ChangeResult = { readonly kind: 'changed' } | NotChanged;

export interface NotChanged {
  readonly kind: 'refused';
  readonly status: 403 | 409 | 422;
  readonly problems: readonly FieldProblem[];
}

/** Hash of all files of the configuration: whoever edits one has seen all of it. */
export function versionOf({ inputs }: ConfigurationReading): string {
  const files = inputs.filter(({ path }) => !path.startsWith('$')).map(({ path, sha256 }) => `${path} ${sha256}\n`);
  return createHash('sha256').update(files.join('')).digest('base64url').slice(0, 22);
}

/**
 * Changes one file of the configuration, whole and under a lock. Nothing is written where the configuration is another than the form was
 * made from, where the edit would lose something, and where the result would have a problem that was not there before.
 */
export async function applyChange({ site, version, isExpired }: Submission, change: Change): Promise<ChangeResult> {
  if (isExpired) return expired();
  mkdirSync(join(site.projectFolder, CONFIGURATION_FOLDER), { recursive: true });
  const unlock = await lock(join(site.projectFolder, LOCK_FILE));
  try {
    const reading = readConfiguration(site.projectFolder, site.environment);
    if (versionOf(reading) !== version) return conflict();
    const { file, edits } = change.edits(reading);
    const path = join(site.projectFolder, file);
    const editing = editYaml(textOf(path), edits);
    const own = change.problems ?? [];
    if (editing.kind === 'refused') return refused(own.length > 0 ? own : [{ field: null, text: `${file}: ${editing.reason}` }]);
    const draft = check(site, readConfiguration(site.projectFolder, site.environment, new Map([[file, editing.text]])));
    const before = new Set([...check(site, reading).problems, ...selectorProblems(site, reading)].map(formatProblem));
    const added = [...draft.problems, ...selectorProblems(site, draft)].filter((problem) => !before.has(formatProblem(problem)));
    const problems = [...own, ...added.map((problem) => toFieldProblem(problem, change.fieldOf(problem)))];
    if (problems.length > 0) return refused(problems);
    if (!change.isDone(draft.configuration)) return refused([{ field: null, text: `Another file than ${file} says otherwise. Edit the files by hand.` }]);
    const unprepared = change.prepare?.() ?? [];
    if (unprepared.length > 0) return refused(unprepared);
    const real = realFile(path);
    replaceFile(real, editing.text, modeOf(real));
    site.audit({ action: change.action, target: change.target, file });
  } finally {
    unlock();
  }
  site.reload();
  return { kind: 'changed' };
}

export function refused(problems: readonly FieldProblem[]): NotChanged {
  return { kind: 'refused', status: 422, problems };
}

export function expired(): NotChanged {
  const text = 'This form is too old, or was not made for you. What you have filled in is still here: look at it, and send it again.';
  return { kind: 'refused', status: 403, problems: [{ field: null, text }] };
}

function conflict(): NotChanged {
  const text =
    'The configuration has been changed since this form was opened. Nothing was written. What you have filled in is still here: look at it, and send it again.';
  return { kind: 'refused', status: 409, problems: [{ field: null, text }] };
}

function check({ apis, isComplete }: AdminSite, reading: ConfigurationReading): ConfigurationReading {
  return checkReferences(reading, apis, { complete: isComplete });
}

/** In the form of the configuration's other problems. */
export function selectorProblems(site: AdminSite, reading: ConfigurationReading): readonly ConfigurationProblem[] {
  return site.checkSelectors(reading.configuration).map(({ keys, message, remedy }) => {
    const path = ['platform-content-negotiation', 'selectors', ...keys];
    return { file: reading.fileOf(path), line: 0, column: 0, path: path.join('.'), message, remedy, closes: { kind: 'everything' } };
  });
}

function toFieldProblem(problem: ConfigurationProblem, field: string | undefined): FieldProblem {
  return field === undefined ? { field: null, text: formatProblem(problem) } : { field, text: `${problem.message} ${problem.remedy}` };
}

function textOf(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Undefined for a file that is not there yet. */
function modeOf(path: string): number | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? undefined : mode & 0o777;
}
