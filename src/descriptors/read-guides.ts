import { posix } from 'node:path';
import { Api } from '../model/api.ts';
import { decodedText } from '../model/decoded-text.ts';
import { headingKeysOf, linkKey, linkTarget } from '../model/description-links.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { leadingHeading } from '../model/guides.ts';
import { naturalOrder } from '../model/natural-order.ts';
import type { Extensible } from '../model/openapi-objects.ts';
import { callKey } from '../model/operation.ts';
import type { ApiRecord, GuideRecord } from '../model/records.ts';
import { isRecord } from '../model/schema/json-values.ts';
import { findLineStarts, placeInText, placeOf } from '../yaml/places.ts';
import type { ParsedFile } from './contract.ts';
import { deadLink, fragmentLinks } from './dead-links.ts';
import type { DescriptorFolder } from './descriptor-folder.ts';
import { type BrokenLink, type LinkedGuide, withGuideLinks, withoutIds } from './guide-links.ts';
import { parseFile } from './parse.ts';
import { GUIDE } from './path-names.ts';
import { escapePointerSegment } from './positions.ts';
import { SLOW_MARKDOWN, slowTextOf } from './slow-texts.ts';

/** It ends as a YAML document does; blank lines may stand before it. */
const FRONT_MATTER = /^---[^\S\n]*\n(?<yaml>[\s\S]*?\n)??(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;
/** What may be meant as the beginning of one. */
const OPENING = /^-{3,}[^\S\n]*(?:#[^\n]*)?(?:\n|$)/;
/** Misspelt, a key that is about the readers still keeps a guide from them. */
const ABOUT_READERS = /internal|audience/i;
/** For a guide about whose readers nothing is known for certain. */
const KEPT: Extensible = { 'x-internal': true };
/** By which other tools keep a page back, and by which they publish it. */
const HOLDS_BACK = /^(?:hidden|draft|unlisted|private)$/i;
const PUBLISHES = /^(?:published|public)$/i;
const INDENTED_CODE = /^(?: {4}|\t)/;
const KEYS: ReadonlySet<string> = new Set(['title', 'order', 'x-internal', 'x-audience']);
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const CALL = /`(?<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|QUERY) (?<path>\/[^\s`]*)`/g;

interface GuideFile extends GuideRecord, LinkedGuide {
  /** The folder below `guides/` that it is in, else itself. */
  readonly group: string;
  /** Lines before {@link text}. */
  readonly linesBefore: number;
  readonly order: number;
  /** `x-internal` and `x-audience`, as they are written. */
  readonly audience: Extensible;
}

/**
 * Gives APIs the Markdown files below `guides/` beside their descriptors, ordered by `order` of their front matter,
 * then by name. Calls that a guide names and no API beside it has are reported.
 * @param paths of all files that are no YAML or JSON, relative to the project
 */
export function withGuides(
  records: readonly ApiRecord[],
  files: DescriptorFolder,
  paths: readonly string[],
  report: (diagnostic: Diagnostic) => void,
): readonly ApiRecord[] {
  const byFolder = new Map<string, GuideFile[]>();
  const byPath = new Map<string, GuideFile & { readonly api: string | undefined }>();
  for (const path of paths) {
    const { folder, name } = GUIDE.exec(path)?.groups ?? {};
    if (folder === undefined || name === undefined) continue;
    const guide = readGuide({ path, folder, name }, files, report);
    if (guide === undefined) continue;
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), guide]);
    byPath.set(path, { ...guide, api: records.find(({ source }) => posix.dirname(source.file) === folder)?.name });
  }
  const texts = new Map<string, string>();
  for (const [folder, guides] of byFolder) {
    const beside = records.filter(({ source }) => posix.dirname(source.file) === folder);
    const calls = callsOf(beside);
    const apis = beside.map((record) => new Api(record));
    for (const guide of guides) {
      const links: BrokenLink[] = [];
      texts.set(
        guide.path,
        withGuideLinks(guide, byPath, (link) => links.push(link)),
      );
      for (const problem of [
        ...slowText(guide),
        ...(beside.length === 0 ? [unused(guide, folder)] : []),
        // A handbook, which has no operations, is about those of other APIs.
        ...(calls.size === 0 ? [] : unknownCalls(guide, calls)),
        ...deadLinks(guide, apis),
        ...links.map((link) => brokenLink(guide, link)),
      ])
        report(problem);
    }
  }
  return records.map((record) => {
    const own = byFolder.get(posix.dirname(record.source.file)) ?? [];
    if (own.length === 0) return record;
    const guides = inOrder(own).map(({ path, name, title, text, audience }) => {
      return { name, title, text: texts.get(path) ?? text, ...audience };
    });
    return { ...record, guides };
  });
}

/** A folder of guides stands where the first of them would. */
function inOrder(guides: readonly GuideFile[]): readonly GuideFile[] {
  const first = new Map<string, number>();
  for (const { group, order } of guides) first.set(group, Math.min(first.get(group) ?? order, order));
  const placeOf = ({ group }: GuideFile): number => first.get(group) ?? 0;
  return guides.toSorted(
    (a, b) =>
      compare(placeOf(a), placeOf(b)) ||
      naturalOrder(a.group, b.group) ||
      compare(a.order, b.order) ||
      naturalOrder(a.name, b.name) ||
      (a.path < b.path ? -1 : 1),
  );
}

/** Both may be infinite. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function readGuide(
  { path, folder, name: below }: { readonly path: string; readonly folder: string; readonly name: string },
  files: DescriptorFolder,
  report: (diagnostic: Diagnostic) => void,
): GuideFile | undefined {
  const whole = files.readText(path, report)?.replaceAll(/\r(?!\n)/g, '\n');
  if (whole === undefined) return undefined;
  const begun = whole.trimStart();
  const before = whole.slice(0, whole.length - begun.length);
  const matter = before === '' || before.endsWith('\n') ? FRONT_MATTER.exec(begun) : null;
  const { text, ids } = withoutIds(matter === null ? whole : begun.slice(matter[0].length));
  // Lines keep their places, so that problems name lines of the file.
  const yaml = `${before.replaceAll(/[^\n]/g, '')}\n${matter?.groups?.['yaml'] ?? ''}`;
  const parsed = matter === null ? undefined : parseFile({ path, text: yaml }, report);
  const facts = parsed && factsOf(parsed, report);
  const isKept = facts === undefined && OPENING.test(begun);
  if (isKept && matter === null) report(unended(path, whole));
  const title = facts?.title ?? leadingHeading(text)?.title ?? posix.basename(below).replaceAll(/[-_]+/g, ' ');
  const linesBefore = whole.split('\n').length - text.split('\n').length;
  return {
    path,
    folder,
    name: below.replaceAll('/', '-'),
    group: below.includes('/') ? posix.dirname(below) : below,
    title,
    text,
    ids,
    headings: headingKeysOf(`# ${title}\n${text}`),
    linesBefore,
    order: facts?.order ?? Number.POSITIVE_INFINITY,
    audience: facts?.audience ?? (isKept ? KEPT : {}),
  };
}

function unended(path: string, text: string): Diagnostic {
  const message = `The text begins like a front matter that is not one from “---” to “---”; ${HIDDEN}`;
  const place = placeInText(text, text.indexOf('-'));
  return { file: path, ...place, severity: 'error', rule: 'guide', message, remedy: FORM };
}

const HIDDEN = 'the guide is kept from all but internal readers.';
const FORM = 'Write “---”, lines such as “title: …”, and “---”; a thematic break at the beginning is “***”.';

interface Facts {
  readonly title?: string;
  readonly order?: number;
  readonly audience?: Extensible;
}

function factsOf(parsed: ParsedFile, report: (diagnostic: Diagnostic) => void): Facts {
  const problem = (severity: Diagnostic['severity'], pointer: string, message: string, remedy: string): void =>
    report({ file: parsed.path, ...parsed.locate(pointer), severity, rule: 'guide', message, remedy });
  const warn = problem.bind(null, 'warning');
  const { value } = parsed;
  if (value === null) return {};
  if (!isRecord(value)) {
    problem('error', '', `The front matter has no keys with values; ${HIDDEN}`, FORM);
    return { audience: KEPT };
  }
  const { title, order } = value;
  if (title !== undefined && (typeof title !== 'string' || title.trim() === ''))
    warn('/title', 'The title is not a text.', 'Write the title as text, in quotes where it looks like a number.');
  if (order !== undefined && typeof order !== 'number')
    warn('/order', 'The order is not a number.', 'Write a number: guides with smaller ones come first.');
  const unknown = Object.keys(value).filter((key) => !KEYS.has(key) && !HOLDS_BACK.test(key) && !PUBLISHES.test(key));
  const misspelt = unknown.filter((key) => ABOUT_READERS.test(key));
  for (const key of unknown) {
    const isKept = misspelt.includes(key);
    problem(
      isKept ? 'error' : 'warning',
      `/${escapePointerSegment(key)}`,
      `“${key}” is not a key of a guide; ${isKept ? HIDDEN : 'it was left out.'}`,
      'Its keys are “title”, “order”, “x-internal” and “x-audience”.',
    );
  }
  return {
    ...(typeof title === 'string' && title.trim() !== '' ? { title: title.trim() } : {}),
    ...(typeof order === 'number' ? { order } : {}),
    audience: {
      ...Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith('x-') && KEYS.has(key))),
      ...(misspelt.length > 0 || Object.entries(value).some(isHeldBack) ? KEPT : {}),
    },
  };
}

function isHeldBack([key, value]: readonly [string, unknown]): boolean {
  return PUBLISHES.test(key) ? value === false : HOLDS_BACK.test(key) && value !== false && value !== null;
}

/** `GET /book/{}`, with and without base paths. */
function callsOf(records: readonly ApiRecord[]): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ basePath, services }) =>
      services
        .flatMap(({ operations, entityOperations }) => [...operations, ...entityOperations])
        .flatMap(({ method, paths }) =>
          paths.flatMap((path) => [callKey(method, path), callKey(method, basePath + path)]),
        ),
    ),
  );
}

/** Where it is shown as it is written, since reading it as Markdown would be too slow. */
function slowText({ path, text, linesBefore }: GuideFile): readonly Diagnostic[] {
  const slow = slowTextOf(text);
  if (slow === null) return [];
  const { problem, remedy, line } = slow;
  const place = { file: path, line: linesBefore + line, column: 1 };
  return [{ ...place, severity: 'warning', rule: SLOW_MARKDOWN, message: `The guide ${problem}`, remedy }];
}

/** To no heading of the guide, and to parts of no descriptor beside it. */
function deadLinks({ path, text, headings, ids, linesBefore }: GuideFile, apis: readonly Api[]): readonly Diagnostic[] {
  const dead = fragmentLinks(text).filter(({ fragment }) => {
    const id = decodedText(fragment);
    const isHeading = !id.includes('/') && (ids.has(id) || headings.has(linkKey(id)));
    return !isHeading && apis.every((api) => linkTarget(api, fragment) === null);
  });
  const lineStarts = findLineStarts(text);
  return dead.map(({ fragment, index }) => {
    const { line, column } = placeOf(index, lineStarts);
    return deadLink(fragment, { file: path, line: linesBefore + line, column });
  });
}

function brokenLink({ path, linesBefore }: GuideFile, { target, line, column }: BrokenLink): Diagnostic {
  return {
    file: path,
    line: linesBefore + line,
    column,
    severity: 'warning',
    rule: 'dead-link',
    message: `No guide has “${target}”, so the link leads nowhere.`,
    remedy: 'Correct the path of the file, or the heading.',
  };
}

function unused({ path }: GuideFile, folder: string): Diagnostic {
  return {
    file: path,
    line: 0,
    column: 0,
    severity: 'warning',
    rule: 'guide-unused',
    message: `No page shows this guide: no API is described in ${folder}/.`,
    remedy: 'Put it into “guides” beside a descriptor; one with “services: []” makes guides for all APIs.',
  };
}

/** Outside of fenced code, where a call is an example of its own. */
function unknownCalls({ path, text, linesBefore }: GuideFile, calls: ReadonlySet<string>): readonly Diagnostic[] {
  let fence: string | null = null;
  return text.split('\n').flatMap((line, index): readonly Diagnostic[] => {
    const [, mark = null] = FENCE.exec(line) ?? [];
    if (mark !== null && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    if (fence !== null || mark !== null || INDENTED_CODE.test(line)) return [];
    return [...line.matchAll(CALL)].flatMap((match): readonly Diagnostic[] => {
      const { method = '', path: called = '' } = match.groups ?? {};
      if (calls.has(callKey(method, called))) return [];
      return [
        {
          file: path,
          line: linesBefore + index + 1,
          column: match.index + 2,
          severity: 'warning',
          rule: 'guide-call',
          message: `No operation is ${method} ${called}, so it is not a link.`,
          remedy: 'Correct the method or the path.',
        },
      ];
    });
  });
}
