import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { visible } from '../model/texts.ts';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import type { Rule, RuleSettings, Severity } from '../rules/contract.ts';
import { ruleGroups } from '../rules/registry.ts';
import { severityOf } from '../rules/rule-book.ts';
import type { Line } from './command.ts';

/** Most lines that are quoted for one message; further problems with it have only their places. */
const MOST_EXCERPTS = 3;
/** Longest part of a line that is shown: a descriptor may be one line of megabytes. */
const MOST_COLUMNS = 160;
const COLUMNS_BEFORE = 60;
/** Size of the largest file that is read for an excerpt. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Text that is marked: a word, or else one character. */
const WORD = /[\p{L}\p{N}_$./\\-]+|\S/uy;

/** A line in three parts, around its mark. */
interface MarkedLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** The line of a descriptor that a problem is about, and a line that marks its place; none for other files. */
export function excerpts(projectFolder: string): (problem: Diagnostic) => readonly Line[] {
  // Files of the configuration may contain secrets, which do not belong in logs.
  const linesOf = remembered((file: string) =>
    file.startsWith(`${DESCRIPTOR_FOLDER}/`) ? readLines(join(projectFolder, file)) : [],
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

/** Remembers the last file: problems are in the order of their files. */
function remembered<T>(read: (file: string) => T): (file: string) => T {
  let last: { readonly file: string; readonly value: T } | undefined;
  return (file) => {
    if (last?.file !== file) last = { file, value: read(file) };
    return last.value;
  };
}

/** @param column from 1; 0: the line as a whole */
function markedLine(content: string, column: number): MarkedLine {
  const indent = content.length - content.trimStart().length;
  const start = column > 0 ? Math.min(column - 1, content.length) : indent;
  WORD.lastIndex = start;
  const end = column > 0 ? start + (WORD.exec(content)?.[0].length ?? 0) : content.length;
  const from = start > MOST_COLUMNS - COLUMNS_BEFORE ? start - COLUMNS_BEFORE : 0;
  const to = Math.min(content.length, from + MOST_COLUMNS);
  return {
    before: `${from > 0 ? '…' : ''}${content.slice(from, start)}`,
    // At the end of a line, where something is missing, a space is marked: the mark has to be visible.
    marked: content.slice(start, Math.min(end, to)) || ' ',
    after: `${content.slice(end, to)}${to < content.length ? '…' : ''}`,
  };
}

/** The lines of a file; none where it cannot be read. */
function readLines(file: string): readonly string[] {
  try {
    const status = statSync(file, { throwIfNoEntry: false });
    const isRead = status?.isFile() === true && status.size <= MOST_BYTES;
    return isRead ? readFileSync(file, 'utf8').split(/\r\n|[\n\r]/) : [];
  } catch {
    return [];
  }
}

/** Every rule in a line, with the severity that it has in a project. */
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

/** Formats a rule with severity, messages, explanation and examples, for a terminal. */
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
