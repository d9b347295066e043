import { posix } from 'node:path';
import type { ChangesView, ChangeView } from '../../changes/change-view.ts';
import { CHANGE_CLASSES } from '../../changes/rules.ts';
import { changesObject } from '../../formats/json/documents.ts';
import { changesMarkdown } from '../../formats/markdown/overview.ts';
import { type Diagnostic, formatDiagnostic } from '../../model/diagnostic.ts';
import { phraseText } from '../../words/phrase.ts';
import { ENGLISH, wordsOf } from '../../words/words.ts';
import type { Line } from '../command.ts';
import { checkReports, githubAnnotation, githubError } from '../reports.ts';
import type { Side } from './side.ts';

/** Two descriptions of an API, and the changes between them. */
export interface ComparedApi {
  readonly before: string;
  readonly after: string;
  /** Path of the second description, or of the first if the API was removed; relative to the project. */
  readonly file: string;
  readonly view: ChangesView;
}

/** Report formats of `diff`, by the value of `--format`. */
export const diffReports = {
  text: (compared: readonly ComparedApi[]) => withoutUnchanged(compared, textLines),
  json: (compared: readonly ComparedApi[]) => [
    JSON.stringify(
      compared.map(({ before, after, view }) => ({ before, after, ...changesObject(view) })),
      null,
      2,
    ),
  ],
  markdown: (compared: readonly ComparedApi[]) =>
    withoutUnchanged(compared, ({ before, after, view }) => [
      `# ${before} → ${after}`.replaceAll(/\s+/g, ' '),
      '',
      changesMarkdown(view, wordsOf({ language: ENGLISH }), null),
    ]),
  github: (compared: readonly ComparedApi[], prefix: string) =>
    withoutUnchanged(compared, (api) => annotations(api, prefix)),
} as const satisfies Readonly<Record<string, (compared: readonly ComparedApi[], prefix: string) => readonly Line[]>>;

export type DiffReportName = keyof typeof diffReports;

/**
 * Lists the changes of each API. If several APIs are compared, the last line counts the unchanged ones, since most pull
 * requests change few APIs. If several APIs have changed, a line with the totals comes before it.
 */
function withoutUnchanged(
  compared: readonly ComparedApi[],
  linesOf: (api: ComparedApi) => readonly Line[],
): readonly Line[] {
  const changed = compared.length === 1 ? compared : compared.filter(({ view }) => view.groups.length > 0);
  const same = compared.length - changed.length;
  const sum = (kind: keyof ChangesView['counts']): number =>
    changed.reduce((total, { view }) => total + view.counts[kind], 0);
  const counts = { breaking: sum('breaking'), notable: sum('notable'), 'docs-only': sum('docs-only') };
  const together = `Total: ${summaryOf({ counts })}`;
  const last = `No changes in ${same}${changed.length > 0 ? ' other' : ''} API version${same === 1 ? '' : 's'}.`;
  return [...changed.flatMap(linesOf), ...(changed.length > 1 ? [together] : []), ...(same === 0 ? [] : [last])];
}

const CLASS_TITLES = { breaking: 'Breaking', notable: 'Notable', 'docs-only': 'Docs only' } as const;

/** Formats changes grouped by class, then by operation; omits the values of `docs-only` changes. */
function textLines({ before, after, view }: ComparedApi): readonly Line[] {
  const head = `${before} → ${after}: ${summaryOf(view)}`;
  const sections = CHANGE_CLASSES.flatMap((kind): readonly Line[] => {
    const groups = view.groups.flatMap(({ title, operation, changes }): readonly Line[] => {
      const found = changes.filter((change) => change.class === kind);
      const call = operation === null ? '' : `${operation.method} ${operation.path}  `;
      return found.length === 0 ? [] : [`  ${oneLine(call + title)}`, ...found.flatMap(changeLines)];
    });
    return groups.length === 0 ? [] : ['', titleOf(kind), ...groups];
  });
  return [head, ...sections];
}

function titleOf(kind: ChangeView['class']): Line {
  const text = CLASS_TITLES[kind];
  if (kind === 'docs-only') return text;
  return [{ colour: kind === 'breaking' ? 'red' : 'yellow', text }];
}

function changeLines(change: ChangeView): readonly string[] {
  const { title, place, before, after, reason, rule, reach } = change;
  const values = [before === null ? '' : `was ${phraseText(before)}`, after === null ? '' : `now ${phraseText(after)}`];
  const where = place.length === 0 ? '' : `${phraseText(place)}: `;
  const reached = reach === null ? [] : [reach.text];
  if (change.class === 'docs-only') return [`    ${oneLine([where + title, ...reached].join(', '))}`];
  const facts = [where + title, ...values.filter(Boolean), ...reached].join(', ');
  return [`    ${oneLine(facts)}`, `      ${reason} (${rule})`];
}

/** Formats the numbers of changes: `1 breaking, 0 notable, 2 docs-only.` */
export function summaryOf({ counts }: Pick<ChangesView, 'counts'>): string {
  return `${counts.breaking} breaking, ${counts.notable} notable, ${counts['docs-only']} docs-only.`;
}

/** Formats GitHub annotations, except for `docs-only` changes: GitHub shows only ten of each severity per step. */
function annotations({ before, after, file, view }: ComparedApi, prefix: string): readonly string[] {
  const found = view.groups.flatMap(({ title, operation, changes }) =>
    changes
      .filter((change) => change.class !== 'docs-only')
      .map((change) => {
        const call = operation === null ? title : `${operation.method} ${operation.path}`;
        const [facts = ''] = changeLines(change);
        const message = `${call}: ${facts.trim()}. ${change.reason}`;
        const severity = change.class === 'breaking' ? 'error' : 'notice';
        return githubAnnotation(severity, posix.normalize(prefix + file), change.rule, message);
      }),
  );
  return [...found, `${oneLine(`${before} → ${after}`)}: ${summaryOf(view)}`];
}

/** Errors of a side. File names include the revision, since the same file in the checkout may have no errors. */
export function errorsOf({ errors, revision }: Side): readonly Diagnostic[] {
  return revision === undefined ? errors : errors.map((error) => ({ ...error, file: `${revision}:${error.file}` }));
}

/**
 * Formats GitHub annotations for descriptions that cannot be read. A file may be outside the project. Errors in an old
 * revision get no file and line, since the pull request does not contain that version of the file.
 */
export function errorAnnotations(before: Side, after: Side, prefix: string): string {
  const placed = (errors: readonly Diagnostic[]): string => {
    const problems = errors.map((error) => ({ ...error, file: posix.normalize(prefix + error.file) }));
    return checkReports.github.write({ problems, errors: problems.length, warnings: 0 }, '');
  };
  const named = errorsOf(before).map((error) => githubError(error.rule, formatDiagnostic(error)));
  const first = before.revision === undefined ? placed(before.errors) : named.join('\n');
  return [first, placed(after.errors)].filter(Boolean).join('\n');
}

/** Joins lines, and escapes a leading `::`: a GitHub runner would execute the line as a workflow command. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .replace(/^::/, '\\u003a:');
}
