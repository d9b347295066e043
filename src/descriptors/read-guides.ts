import { posix } from 'node:path';
import { Api } from '../model/api.ts';
import { headingKeysOf, linkKey, linkTarget } from '../model/description-links.ts';
import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { leadingHeading } from '../model/guides.ts';
import type { Extensible } from '../model/openapi-objects.ts';
import { callKey } from '../model/operation.ts';
import type { ApiRecord, GuideRecord } from '../model/records.ts';
import { decodedText, naturalOrder } from '../model/texts.ts';
import { findLineStarts, placeInText, placeOf, type TextPlace } from '../yaml/places.ts';
import { deadLink, nearLinks, SLOW_MARKDOWN, slowTextOf } from './description-checks.ts';
import type { DescriptorFolder } from './descriptor-folder.ts';
import { LinkedFiles } from './guide-files.ts';
import { FORM, factsOf, HIDDEN, INTERNAL_ONLY } from './guide-front-matter.ts';
import { type AddressOfFile, type BrokenLink, type LinkedGuide, withGuideLinks, withoutIds } from './guide-links.ts';
import { commonGuide, type ForeignPart } from './guide-syntax.ts';
import { parseFile } from './parse.ts';
import { GUIDE } from './path-names.ts';

/** Front matter, which ends like a YAML document, with `---` or `...`; blank lines may precede it. */
const FRONT_MATTER = /^---[^\S\n]*\n(?<yaml>[\s\S]*?\n)??(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;
/**
 * Beginnings that may be intended as front matter in an unsupported form: TOML (`+++`), JSON (`{`), or with the name of
 * a language (`---yaml`).
 */
const OPENING = /^(?:-{3,}[^\S\n]*(?:#[^\n]*|\w+)?|\+{3}|\{)[^\S\n]*(?:\n|$)/;
const INDENTED_CODE = /^(?: {4}|\t)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const CALL = /`(?<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|QUERY) (?<path>\/[^\s`]*)`/g;

interface GuideFile extends GuideRecord, LinkedGuide {
  /** Folder of the guide below `guides/`; empty for a guide directly in `guides/`. */
  readonly group: string;
  readonly foreign: readonly ForeignPart[];
  /** Converts a position in {@link text} to the position in the file. */
  readonly placed: (place: TextPlace) => TextPlace;
  readonly order: number;
  /** `x-internal` and `x-audience`, as written. */
  readonly audience: Extensible;
}

/**
 * Adds guides to APIs: the Markdown files below `guides/` beside their descriptors, sorted by the `order` of their
 * front matter, then by name. Reports problems in guides, such as calls that no API beside the guide has.
 * @param paths paths of all files other than YAML and JSON, relative to the project
 * @param linked receives the content of the files that guides link to, by URL
 */
export function withGuides(
  records: readonly ApiRecord[],
  files: DescriptorFolder,
  paths: readonly string[],
  report: (diagnostic: Diagnostic) => void,
  linked: Map<string, Uint8Array<ArrayBuffer>>,
): readonly ApiRecord[] {
  const byFolder = new Map<string, GuideFile[]>();
  const byPath = new Map<string, GuideFile & { readonly api: string | undefined }>();
  const guidePaths = paths.filter((path) => GUIDE.test(path));
  for (const path of guidePaths) {
    const { folder, name } = GUIDE.exec(path)?.groups ?? {};
    if (folder === undefined || name === undefined) continue;
    const guide = readGuide({ path, folder, name }, files, report);
    if (guide === undefined) continue;
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), guide]);
    byPath.set(path, { ...guide, api: records.find(({ source }) => posix.dirname(source.file) === folder)?.name });
  }
  const published = new LinkedFiles(files, [...records.map(({ source }) => source.file), ...guidePaths], linked);
  const addressOfFile: AddressOfFile = (reference, guide) => published.addressOf(reference, guide);
  const texts = new Map<string, string>();
  for (const [folder, guides] of byFolder) {
    const beside = records.filter(({ source }) => posix.dirname(source.file) === folder);
    const calls = callsOf(beside);
    const apis = beside.map((record) => new Api(record));
    for (const guide of guides) {
      const links: BrokenLink[] = [];
      texts.set(
        guide.path,
        withGuideLinks(guide, byPath, addressOfFile, (link) => links.push(link)),
      );
      for (const problem of [
        ...slowText(guide),
        ...(beside.length === 0 ? [unused(guide, folder)] : []),
        // A handbook has no operations of its own; the calls in it belong to other APIs.
        ...(calls.size === 0 ? [] : unknownCalls(guide, calls)),
        ...deadLinks(guide, apis),
        ...links.map((link) => brokenLink(guide, link)),
        ...foreignParts(guide),
      ])
        report(problem);
    }
  }
  return records.map((record) => {
    const own = byFolder.get(posix.dirname(record.source.file)) ?? [];
    if (own.length === 0) return record;
    const guides = inOrder(own).map(({ path, name, group, title, description, text, audience }) => ({
      name,
      ...(group !== '' && { group }),
      title,
      ...(description && { description }),
      text: texts.get(path) ?? text,
      ...audience,
    }));
    return { ...record, guides };
  });
}

/** Sorts guides: those directly in `guides/` first, then its folders, by the lowest `order` in each folder. */
function inOrder(guides: readonly GuideFile[]): readonly GuideFile[] {
  const first = new Map<string, number>();
  for (const { group, order } of guides) first.set(group, Math.min(first.get(group) ?? order, order));
  const placeOf = ({ group }: GuideFile): number => (group === '' ? -Infinity : (first.get(group) ?? 0));
  return guides.toSorted(
    (a, b) =>
      compare(placeOf(a), placeOf(b)) ||
      naturalOrder(a.group, b.group) ||
      compare(a.order, b.order) ||
      naturalOrder(a.name, b.name) ||
      (a.path < b.path ? -1 : 1),
  );
}

/** Compares numbers; unlike subtraction, treats equal infinities as equal. */
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
  const body = matter === null ? whole : begun.slice(matter[0].length);
  const { text: common, foreign, placeOf: placeInBody } = commonGuide(body);
  const { text, ids } = withoutIds(common);
  // The line breaks before the front matter are kept, so that problems have the line numbers of the file.
  const yaml = `${before.replaceAll(/[^\n]/g, '')}\n${matter?.groups?.['yaml'] ?? ''}`;
  const parsed = matter === null ? undefined : parseFile({ path, text: yaml }, report);
  const facts = parsed && factsOf(parsed, report);
  const isKept = facts === undefined && OPENING.test(begun);
  if (isKept && matter === null) report(unended(path, whole));
  const title = facts?.title ?? leadingHeading(text)?.title ?? posix.basename(below).replaceAll(/[-_]+/g, ' ');
  const linesBefore = whole.split('\n').length - body.split('\n').length;
  const inFile = (place: TextPlace): TextPlace => ({ ...place, line: linesBefore + place.line });
  return {
    path,
    folder,
    name: below.replaceAll(/[/\p{Cc}\u2028\u2029]/gu, '-'),
    group: below.includes('/') ? posix.dirname(below) : '',
    title,
    text,
    ids,
    headings: headingKeysOf(`# ${title}\n${text}`),
    foreign: foreign.map((part) => ({ ...part, ...inFile(part) })),
    placed: (place) => inFile(placeInBody(place)),
    ...(facts?.description && { description: facts.description }),
    order: facts?.order ?? Number.POSITIVE_INFINITY,
    audience: facts?.audience ?? (isKept ? INTERNAL_ONLY : {}),
  };
}

function unended(path: string, text: string): Diagnostic {
  const message = `The text begins like a front matter that is not one from “---” to “---”; ${HIDDEN}`;
  const place = placeInText(text, text.search(/\S/));
  return { file: path, ...place, severity: 'error', rule: 'guide', message, remedy: FORM };
}

/** Lists the calls of all operations, such as `GET /book/{}`, with and without base paths. */
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

/** Warns about a guide that pages show unrendered because parsing its Markdown would be too slow. */
function slowText({ path, text, placed }: GuideFile): readonly Diagnostic[] {
  const slow = slowTextOf(text);
  if (slow === null) return [];
  const { problem, remedy, line } = slow;
  const place = { file: path, ...placed({ line, column: 1 }), column: 1 };
  return [{ ...place, severity: 'warning', rule: SLOW_MARKDOWN, message: `The guide ${problem}`, remedy }];
}

/** Warns about fragment links that match neither a heading of the guide nor a part of an API beside it. */
function deadLinks({ path, text, headings, ids, placed }: GuideFile, apis: readonly Api[]): readonly Diagnostic[] {
  // Links to missing files are reported by `brokenLink`.
  const dead = nearLinks(text).filter(({ target }) => {
    if (!target.startsWith('#')) return false;
    const fragment = target.slice(1);
    const id = decodedText(fragment);
    const isHeading = !id.includes('/') && (ids.has(id) || headings.has(linkKey(id)));
    return !isHeading && apis.every((api) => linkTarget(api, fragment) === null);
  });
  const lineStarts = findLineStarts(text);
  return dead.map(({ target, index }) => {
    return deadLink(target, { file: path, ...placed(placeOf(index, lineStarts)) });
  });
}

function brokenLink({ path, placed }: GuideFile, { target, ...place }: BrokenLink): Diagnostic {
  return {
    file: path,
    ...placed(place),
    severity: 'warning',
    rule: 'dead-link',
    message: `No guide has “${target}”, so the link leads nowhere.`,
    remedy: 'Correct the path of the file, or the heading.',
  };
}

/** Reports each unsupported part once, at its first occurrence. */
function foreignParts({ path, foreign }: GuideFile): readonly Diagnostic[] {
  return [...Map.groupBy(foreign, ({ written }) => written)].flatMap(([written, [first]]): readonly Diagnostic[] => {
    if (first === undefined) return [];
    const { isShown, line, column } = first;
    const message = isShown
      ? `Pages have no value for “${written}”; it is shown as it is written.`
      : `Pages cannot show “${written}”; it was left out.`;
    const remedy = 'Write Markdown, or put it into backquotes.';
    return [{ file: path, line, column, severity: 'warning', rule: 'guide-syntax', message, remedy }];
  });
}

function unused({ path }: GuideFile, folder: string): Diagnostic {
  const message = `No page shows this guide: no API is described in ${folder}/.`;
  const remedy = 'Put it into “guides” beside a descriptor; one with “services: []” makes guides for all APIs.';
  return { ...wholeFile(path), severity: 'warning', rule: 'guide-unused', message, remedy };
}

/** Warns about calls that match no operation; skips code blocks, in which a call is an example. */
function unknownCalls({ path, text, placed }: GuideFile, calls: ReadonlySet<string>): readonly Diagnostic[] {
  let fence: string | null = null;
  return text.split('\n').flatMap((line, index): readonly Diagnostic[] => {
    const [, mark = null] = FENCE.exec(line) ?? [];
    if (mark !== null && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    if (fence !== null || mark !== null || INDENTED_CODE.test(line)) return [];
    return [...line.matchAll(CALL)].flatMap((match): readonly Diagnostic[] => {
      const { method = '', path: called = '' } = match.groups ?? {};
      if (calls.has(callKey(method, called))) return [];
      const place = { file: path, ...placed({ line: index + 1, column: match.index + 2 }) };
      const message = `No operation answers ${method} ${called}, so it is not linked.`;
      return [
        { ...place, severity: 'warning', rule: 'guide-call', message, remedy: 'Correct the method or the path.' },
      ];
    });
  });
}
