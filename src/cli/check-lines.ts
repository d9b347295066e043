import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { visible } from '../model/texts.ts';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import type { Rule, RuleSettings, Severity } from '../rules/contract.ts';
import { ruleGroups } from '../rules/registry.ts';
import { severityOf } from '../rules/rule-book.ts';
import type { Line } from './command.ts';

/** Maximum number of excerpts for one message; further problems with the same message are printed without one. */
const MOST_EXCERPTS = 3;
/** Maximum length of an excerpt, in characters: a descriptor may be a single line of several megabytes. */
const MOST_COLUMNS = 160;
const COLUMNS_BEFORE = 60;
/** Maximum size of a file that is read for an excerpt. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Matches the text to mark: a word, otherwise one character. */
const WORD = /[\p{L}\p{N}_$./\\-]+|\S/uy;

/** A line, split into the marked text and the text around it. */
interface MarkedLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Rule whose findings stand beside secrets. */
const SECRET_RULE = 'postman-secret';

/** Creates a function that quotes the line of a problem, with a line of `^` below it; quotes only descriptors. */
export function excerpts(
  projectFolder: string,
  problems: readonly Diagnostic[] = [],
): (problem: Diagnostic) => readonly Line[] {
  // Files with secrets are not quoted, nor are configuration files, which may have some: logs must not contain them.
  const withSecrets = new Set(problems.flatMap(({ rule, file }) => (rule === SECRET_RULE ? [file] : [])));
  const linesOf = remembered((file: string) =>
    file.startsWith(`${DESCRIPTOR_FOLDER}/`) && !withSecrets.has(file) ? readLines(join(projectFolder, file)) : [],
  );
  const seen = new Map<string, number>();
  return ({ file, line, column, severity, rule, message }) => {
    const count = (seen.get(`${rule} ${message}`) ?? 0) + 1;
    seen.set(`${rule} ${message}`, count);
    const content = line > 0 && count <= MOST_EXCERPTS ? linesOf(file)[line - 1] : undefined;
    if (content === undefined || content.trim() === '') return [];
    const { before, marked, after } = markedLine(content.replaceAll('\t', ' '), column);
    const [number, start] = [String(line), visible(before)];
    const mark = '^'.repeat(Math.max(1, visible(marked).trimEnd().length));
    return [
      `  ${number} | ${start}${visible(marked)}${after}`,
      [
        `  ${' '.repeat(number.length)} | ${' '.repeat(start.length)}`,
        { colour: severity === 'error' ? 'red' : 'yellow', text: mark },
      ],
    ];
  };
}

/** Caches the last file only, since problems are sorted by file. */
function remembered<T>(read: (file: string) => T): (file: string) => T {
  let last: { readonly file: string; readonly value: T } | undefined;
  return (file) => {
    if (last?.file !== file) last = { file, value: read(file) };
    return last.value;
  };
}

/** @param column column of the problem, from 1; 0 marks the whole line */
function markedLine(content: string, column: number): MarkedLine {
  const indent = content.length - content.trimStart().length;
  const start = column > 0 ? Math.min(column - 1, content.length) : indent;
  WORD.lastIndex = start;
  const end = column > 0 ? start + (WORD.exec(content)?.[0].length ?? 0) : content.length;
  const from = start > MOST_COLUMNS - COLUMNS_BEFORE ? start - COLUMNS_BEFORE : 0;
  const to = Math.min(content.length, from + MOST_COLUMNS);
  return {
    before: `${from > 0 ? '…' : ''}${content.slice(from, start)}`,
    // A problem at the end of a line marks a space, since a mark of zero characters would be invisible.
    marked: content.slice(start, Math.min(end, to)) || ' ',
    after: `${content.slice(end, to)}${to < content.length ? '…' : ''}`,
  };
}

/** Reads the lines of a file; empty if it cannot be read or is too large. */
function readLines(file: string): readonly string[] {
  try {
    const status = statSync(file, { throwIfNoEntry: false });
    const isRead = status?.isFile() === true && status.size <= MOST_BYTES;
    return isRead ? readFileSync(file, 'utf8').split(/\r\n|[\n\r]/) : [];
  } catch {
    return [];
  }
}

/** Formats each rule as one line, with its configured severity. */
export function ruleLines(settings: RuleSettings): readonly string[] {
  const all = ruleGroups.flatMap(({ rules }) => rules);
  const width = Math.max(...all.map(({ name }) => name.length));
  return ruleGroups.flatMap(({ title, rules }, index) => [
    `${index === 0 ? '' : '\n'}${title}`,
    ...rules.map(
      (rule) => `  ${rule.name.padEnd(width)}  ${severityWords(rule, settings).padEnd(16)}  ${rule.messages[0] ?? ''}`,
    ),
  ]);
}

function severityWords(rule: Rule, settings: RuleSettings): string {
  if (rule.finds === 'errors') return 'error';
  const severity: Severity = severityOf(rule, settings);
  return rule.finds === 'both' && severity !== 'error' ? `error or ${severity}` : severity;
}

/** Formats the severity, messages, explanation and examples of a rule. */
export function explanationOf(rule: Rule, settings: RuleSettings): string {
  const { name, messages, about, bad, good } = rule;
  const example = (title: string, text: string | undefined): readonly string[] =>
    text === undefined ? [] : [`\n${title}:\n\n${text.replaceAll(/^/gm, '  ')}`];
  return [
    `${name}: ${severityWords(rule, settings)}`,
    `\n${messages.join('\n')}`,
    `\n${about}`,
    ...example('Wrong', bad),
    ...example('Right', good),
  ].join('\n');
}
