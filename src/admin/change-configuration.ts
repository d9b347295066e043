import { join } from 'node:path';
import { checkReferences } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import { editText, type TextEdit } from '../config/edit/edit-text.ts';
import { isList, type Json } from '../config/edit/print.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import { escapeVariables } from '../options/place.ts';
import { type ConfigurationProblem, formatProblem } from '../options/problem.ts';
import { type ChangeResult, changeFile, type Draft, type NotChanged, refused, textOf } from './change-file.ts';
import type { AdminSite, FieldProblem, Submission } from './contract.ts';
import { hashOf } from './tokens.ts';

/** Lock beside `config/autoload`: a file in that folder would count as a change of the configuration. */
const LOCK_FILE = 'config/.autoload.lock';

export interface ConfigurationChange {
  /** Kind of change, for the audit log. */
  readonly action: string;
  readonly target: string;
  /** @returns the file to edit, and its edits */
  edits(reading: ConfigurationReading): { readonly file: string; readonly edits: readonly TextEdit[] };
  /** Field to which a problem of the configuration belongs; undefined if it belongs to none. */
  fieldOf(problem: ConfigurationProblem): string | undefined;
  /** Reports problems in addition to those of the configuration. @param now configuration under the lock */
  problems?(now: Configuration): readonly FieldProblem[];
  /** Runs last before the file is written. @returns problems, which stop the change */
  prepare?(): readonly FieldProblem[];
  /** Whether the changed configuration has the wanted values, which another file may override. */
  isDone(configuration: Configuration): boolean;
}

/** Whether the active configuration was read from the current files. */
export function isActive({ reading, active }: AdminSite): boolean {
  return hashOf(filesOf(reading)) === hashOf(filesOf(active));
}

function filesOf({ inputs }: ConfigurationReading): readonly unknown[] {
  return inputs.filter(({ path }) => !path.startsWith('$')).map(({ path, sha256 }) => [path, sha256]);
}

/** Reads the current files, which may have changed since the request arrived. */
export function readingNow(site: AdminSite): ConfigurationReading {
  return check(site, site.readConfiguration());
}

export function configurationNow(site: AdminSite): Configuration {
  return readingNow(site).configuration;
}

/**
 * Changes one file of the configuration. Nothing is written if the edit would lose content, or if the result would have
 * a new problem.
 */
export async function changeConfiguration(submission: Submission, change: ConfigurationChange): Promise<ChangeResult> {
  const { site } = submission;
  let reading: ConfigurationReading | undefined;
  const read = (): ConfigurationReading => {
    reading ??= site.readConfiguration();
    return reading;
  };
  return changeFile(submission, {
    target: change.target,
    lockFile: LOCK_FILE,
    subject: 'configuration',
    version: () => submission.versionNow(check(site, read())),
    draft: () => draftOf(site, read(), change),
  });
}

function draftOf(site: AdminSite, reading: ConfigurationReading, change: ConfigurationChange): Draft | NotChanged {
  const { file, edits } = change.edits(reading);
  const editing = editText(textOf(join(site.projectFolder, file)), edits.map(asTyped));
  const own = change.problems?.(reading.configuration) ?? [];
  if (editing.kind === 'refused')
    return refused(own.length > 0 ? own : [{ field: null, text: `${file}: ${editing.reason}` }]);
  const draft = check(site, site.readConfiguration(new Map([[file, editing.text]])));
  const before = new Set([...check(site, reading).problems, ...selectorProblems(site, reading)].map(formatProblem));
  const added = [...draft.problems, ...selectorProblems(site, draft)].filter(
    (problem) => !before.has(formatProblem(problem)),
  );
  const problems = [...own, ...added.map((problem) => toFieldProblem(problem, change.fieldOf(problem)))];
  if (problems.length > 0) return refused(problems);
  if (!change.isDone(draft.configuration))
    return refused([{ field: null, text: `A file other than ${file} sets this value. Edit the files by hand.` }]);
  const unprepared = change.prepare?.() ?? [];
  return unprepared.length > 0
    ? refused(unprepared)
    : { kind: 'draft', action: change.action, file, text: editing.text };
}

function check({ apis, references }: AdminSite, reading: ConfigurationReading): ConfigurationReading {
  return checkReferences(reading, apis, references);
}

/** Problems of selectors, converted to problems of the configuration. */
export function selectorProblems(site: AdminSite, reading: ConfigurationReading): readonly ConfigurationProblem[] {
  return site.checkSelectors(reading.configuration).map(({ keys, message, remedy }) => {
    const path = ['platform-content-negotiation', 'selectors', ...keys];
    // A single file sets the whole list of media types: the first four keys identify that file.
    return {
      file: reading.fileOf(path.slice(0, 4)),
      line: 0,
      column: 0,
      path: path.join('.'),
      message,
      remedy,
      closes: { kind: 'everything' },
    };
  });
}

function toFieldProblem(problem: ConfigurationProblem, field: string | undefined): FieldProblem {
  return field === undefined
    ? { field: null, text: formatProblem(problem) }
    : { field, text: `${problem.message} ${problem.remedy}` };
}

/** Escapes values that were typed into a form, so that `${NAME}` in a value stays text. */
function asTyped(edit: TextEdit): TextEdit {
  return edit.kind === 'delete' ? edit : { ...edit, value: typed(edit.value) };
}

function typed(value: Json): Json {
  if (typeof value === 'string') return escapeVariables(value);
  if (isList(value)) return value.map(typed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, typed(item)]));
}
