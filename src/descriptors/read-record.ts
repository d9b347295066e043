import { posix } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import { isRecord } from '../schema/json-values.ts';
import { componentName } from '../schema/references.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { checkAudienceKeys } from './audience-keys.ts';
import type {
  DescriptorReader,
  Parse,
  ParsedFile,
  PartFinder,
  PlacedFinding,
  ReadContext,
  SourceFormat,
} from './contract.ts';
import { checkHtml, checkLinks, checkSlowTexts } from './description-checks.ts';
import type { DescriptorFolder } from './descriptor-folder.ts';
import { checkTwinNames } from './name-checks.ts';
import { overlaid } from './overlays.ts';
import { PartPlaces } from './part-places.ts';
import { escapePointerSegment } from './positions.ts';
import { MAX_DEPTH } from './text-problem.ts';

/** Maximum number of warnings that a record keeps, for page footers; further warnings are only counted. */
const MOST_WARNINGS = 20;

/** Maximum length of a place that exceptions to rules are compared with: a key of megabytes may have many findings. */
const LONGEST_POINTER = 5000;

interface RecordReading {
  readonly file: ParsedFile;
  readonly reader: DescriptorReader;
  readonly files: Pick<DescriptorFolder, 'resolve' | 'load' | 'has'>;
  /** Default parser of the files that the descriptor refers to. */
  readonly parse: Parse;
  /** API name from folder and file. */
  readonly name: string | null;
  readonly rules: RuleBook;
  /** Overlays of the descriptor, in the order in which they are applied. */
  readonly overlays?: readonly ParsedFile[];
  /** Receives the places of each record's parts, in the order of the records. */
  readonly onPlaces?: (places: PartPlaces) => void;
}

/** Record with what its findings need. */
interface PlacedRecord {
  readonly record: ApiRecord;
  readonly format: SourceFormat;
  readonly places: PartPlaces;
}

/**
 * Reads the APIs of one descriptor and runs the checks that apply to all formats.
 * @param add reports a problem; returns false for a duplicate, which is not counted again
 * @returns an empty list if they cannot be published
 */
export function readRecords(reading: RecordReading, add: (diagnostic: Diagnostic) => boolean): readonly ApiRecord[] {
  const { files, reader, rules, overlays = [] } = reading;
  const found: (PlacedFinding & { readonly of?: PlacedRecord | undefined })[] = [];
  const report: ReadContext['report'] = (diagnostic, pointer) =>
    void found.push({ diagnostic, pointer: (pointer?.length ?? 0) > LONGEST_POINTER ? undefined : pointer });
  const file = overlays.length === 0 ? reading.file : overlaid(reading.file, overlays, report);
  const parts = new Set([file, ...overlays]);
  const finders: PartFinder[] = [];
  const placeParts: ReadContext['placeParts'] = (finder) => void finders.push(finder);
  const read = reader.read(file, { ...contextOf(reading, parts, report), placeParts });
  const all = [read ?? []].flat().map((record): PlacedRecord => {
    const format = formatOf(record, reader);
    return { record, format, places: new PartPlaces(record, file, format, oneOf(finders)) };
  });
  for (const of of all) {
    const { record, format, places } = of;
    reading.onPlaces?.(places);
    const chain = checkSchemaChains(record, file, format);
    if (chain !== undefined) report(chain);
    for (const diagnostic of checkTwinNames(record, file, format)) found.push({ diagnostic, of });
    // Rules recurse along schemas, so they are skipped if a chain is too long.
    if (chain === undefined)
      for (const each of rulesBroken(record, format, places, reading)) found.push({ ...each, of });
  }
  const folder = `${posix.dirname(file.path)}/guides`;
  const hasGuide = (name: string): boolean =>
    ['', '.md', '.mdx'].some((ending) => files.has(posix.join(folder, name + ending)));
  for (const part of parts) {
    for (const each of checkAudienceKeys(part)) found.push(each);
    const html = checkHtml(part);
    if (html !== undefined) report(html);
    for (const slow of checkSlowTexts(part)) report(slow);
    for (const of of all) for (const each of checkLinks(part, of.record, hasGuide)) found.push({ ...each, of });
  }
  const kept = found.flatMap(({ diagnostic, pointer, of = all[0] }) => {
    const isWithin = (at: string): boolean => pointer !== undefined && of?.places.isWithin(pointer, at) === true;
    const judged = rules.judge(diagnostic, of && { name: of.record.name, version: of.record.version, isWithin });
    return judged !== undefined && add(judged) ? [judged] : [];
  });
  if (kept.some(({ severity }) => severity === 'error')) return [];
  const warnings = kept.slice(0, MOST_WARNINGS);
  return all.map(({ record }) => ({
    ...record,
    source: { ...record.source, warningCount: kept.length, ...(warnings.length === 0 ? {} : { warnings }) },
  }));
}

/** Joins the finders of the records of one file, of which each part has one. */
function oneOf(finders: readonly PartFinder[]): PartFinder | undefined {
  const first = <T>(find: (finder: PartFinder) => T | undefined): T | undefined =>
    finders.map(find).find((place) => place !== undefined);
  return finders.length < 2
    ? finders[0]
    : {
        operation: (operation) => first((finder) => finder.operation(operation)),
        component: (section, name) => first((finder) => finder.component(section, name)),
      };
}

function formatOf({ source }: ApiRecord, reader: DescriptorReader): SourceFormat {
  const format = reader.formats[source.format];
  if (format === undefined) throw new Error(`The reader ${reader.name} does not declare ${source.format}.`);
  return format;
}

/** Yields the findings of the rules that check a whole API. */
function* rulesBroken(
  record: ApiRecord,
  { cannotSay = [] }: SourceFormat,
  places: PartPlaces,
  { file, rules }: RecordReading,
): Generator<PlacedFinding> {
  const checked = { record, declaredTags: declaredTagsOf(file.value) };
  for (const { name: rule, topic, check } of rules.checks) {
    if (topic !== undefined && cannotSay.includes(topic)) continue;
    for (const { part, message, remedy } of check(checked)) {
      const text = message.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
      const diagnostic = { ...places.locate(part), severity: 'warning', rule, message: text, remedy } as const;
      yield { diagnostic, pointer: places.pointerTo(part) };
    }
  }
}

/** Returns the names of the declared tags, which are a top-level list of objects in every format. */
function declaredTagsOf(value: unknown): readonly string[] {
  const tags = isRecord(value) && Array.isArray(value['tags']) ? value['tags'] : [];
  return tags.flatMap((tag: unknown) => (isRecord(tag) && typeof tag['name'] === 'string' ? [tag['name']] : []));
}

/** Creates the context of a reader. @param parts gets the files that it reads */
export function contextOf(
  { name, files, parse: parseByName }: Pick<RecordReading, 'name' | 'files' | 'parse'>,
  parts: Set<ParsedFile>,
  report: ReadContext['report'],
): Omit<ReadContext, 'placeParts'> {
  return {
    name,
    report,
    hasFile: (reference, from) => files.has(posix.join(posix.dirname(from.path), reference)),
    readFile(reference, from, pointer, parse = parseByName) {
      // The first position in a file costs as much as parsing it.
      const place = () => ({ ...from.locate(pointer), severity: 'error' }) as const;
      const target = files.resolve(reference, from.path);
      if ('path' in target) {
        const parsed = files.load(target.path, report, parse);
        if (parsed !== undefined) {
          parts.add(parsed);
          return parsed;
        }
        const message = `The file ${target.path} cannot be read.`;
        report({ ...place(), rule: 'ref-unreadable', message, remedy: 'Correct that file.' }, pointer);
      } else {
        const resolve = (other: string) => files.resolve(other, from.path);
        report({ ...place(), ...refusedReference(reference, target, resolve) }, pointer);
      }
      return undefined;
    },
  };
}

type Resolution = ReturnType<DescriptorFolder['resolve']>;

/** Windows path: `C:\specs\a.yaml`, `\\server\specs\a.yaml`. */
const WINDOWS_PATH = /^(?:[a-z]:[\\/]|\\\\)/i;
const COPY = 'Copy the file into the folder and refer to it by a relative path.';

/**
 * Explains why a reference to a file is not followed.
 * @param resolve resolves another reference of the same file
 */
function refusedReference(
  reference: string,
  { refused, link }: Exclude<Resolution, { readonly path: string }>,
  resolve: (reference: string) => Resolution,
): Pick<Diagnostic, 'severity' | 'rule' | 'message' | 'remedy'> {
  const outside = (message: string, remedy: string) =>
    ({ severity: 'error', rule: 'ref-outside', message, remedy }) as const;
  if (WINDOWS_PATH.test(reference)) return outside(`The reference “${reference}” is a path of Windows.`, COPY);
  const slashed = reference.replaceAll('\\', '/');
  if (slashed !== reference) {
    const meant = resolve(slashed);
    if ('path' in meant || meant.refused === 'missing')
      return outside(`The reference “${reference}” has a backslash.`, `Write ${slashed}.`);
  }
  if (refused === 'outside') {
    return link === undefined
      ? outside(`The reference “${reference}” leads out of the folder of descriptors.`, COPY)
      : outside(
          `The reference “${reference}” leads out of the folder of descriptors, by the link ${link}.`,
          'Copy what it leads to into the folder, in its place.',
        );
  }
  return {
    severity: 'warning',
    rule: 'ref-not-found',
    message:
      link === undefined
        ? `The file “${reference}” does not exist.`
        : `The file “${reference}” does not exist: the link ${link} leads to nothing that can be read.`,
    remedy: 'Add the file, or correct the reference.',
  };
}

/**
 * Reports a chain of more than {@link MAX_DEPTH} schemas that include each other by `$ref` and `allOf`: merging a
 * schema recurses along the whole chain and could overflow the stack. Real chains have fewer than 20 schemas.
 * @returns an error at the first schema of the chain
 */
function checkSchemaChains(
  { components }: ApiRecord,
  file: ParsedFile,
  { schemas }: SourceFormat,
): Diagnostic | undefined {
  const heights = new Map<string, number>();
  for (const name of Object.keys(components.schemas)) {
    const height = heightOf(name, components.schemas, heights);
    if (height <= MAX_DEPTH) continue;
    const place = file.locate(`${schemas}/${escapePointerSegment(name)}`, 'key');
    const message = `The schema “${name}” is made of more than ${MAX_DEPTH} others, each within the one before.`;
    const remedy = 'Shorten the chain of “$ref” and “allOf”.';
    return { ...place, severity: 'error', rule: 'too-deep', message, remedy };
  }
  return undefined;
}

/**
 * Returns the length of the longest chain from a schema, ignoring steps that close a cycle. Does not recurse, because a
 * chain may be as long as the file.
 */
function heightOf(start: string, schemas: Readonly<Record<string, JsonSchema>>, heights: Map<string, number>): number {
  const open = [start];
  const entered = new Set<string>();
  for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
    const targets = heights.has(name) ? [] : targetsOf(Object.hasOwn(schemas, name) ? schemas[name] : undefined);
    const missing = entered.has(name)
      ? []
      : targets.filter((target) => !heights.has(target.name) && !entered.has(target.name));
    entered.add(name);
    if (missing.length > 0) {
      for (const target of missing) open.push(target.name);
      continue;
    }
    open.pop();
    if (!heights.has(name))
      heights.set(
        name,
        targets.reduce((most, target) => Math.max(most, target.depth + (heights.get(target.name) ?? 0)), 0),
      );
  }
  return heights.get(start) ?? 0;
}

/** Lists the named schemas that a schema includes, with their depth in it. */
function targetsOf(
  schema: JsonSchema | undefined,
  depth = 1,
): readonly { readonly name: string; readonly depth: number }[] {
  if (typeof schema !== 'object') return [];
  const own = schema.$ref === undefined ? [] : [{ name: componentName(schema.$ref), depth }];
  return [...own, ...(schema.allOf ?? []).flatMap((part) => targetsOf(part, depth + 1))];
}
