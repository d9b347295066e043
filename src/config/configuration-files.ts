import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, load, parseEvents, YAMLException } from 'js-yaml';
import type { ConfigurationProblem } from '../options/problem.ts';
import { findRepeatedKey, membersOf, placeInText, rootOf, secondDocumentOf, type YamlMember } from '../yaml/places.ts';
import { explainSyntax, type SyntaxFault } from '../yaml/syntax-fault.ts';

/** Path of the configuration folder, relative to the project. */
export const CONFIGURATION_FOLDER = 'config/autoload';
export const GLOBAL_FILE = `${CONFIGURATION_FOLDER}/global.yaml`;
export const LOCAL_FILE = `${CONFIGURATION_FOLDER}/local.yaml`;

/** Patterns of file names, in the order of merging. Files that match the same pattern are merged by name. */
const CLASSES = [/^global\.yaml$/, /^.+\.global\.yaml$/, /^local\.yaml$/, /^.+\.local\.yaml$/] as const;
/** Matches settings files: YAML, and formats of Laminas and other tools, which are reported because we ignore them. */
const SETTINGS = /(?:\.ya?ml|(?:^|\.)(?:global|local)\.(?:json|php))$/i;
const MAX_FILE_BYTES = 1024 * 1024;
const LIMITS = { maxDepth: 100 } as const;

/** A configuration file, before parsing. */
interface ConfigurationText {
  /** Path relative to the project. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

export interface ConfigurationTexts {
  /** Files in the order of merging: later files override earlier ones. */
  readonly texts: readonly ConfigurationText[];
  readonly problems: readonly ConfigurationProblem[];
}

export interface ConfigurationFile extends Omit<ConfigurationText, 'bytes'> {
  readonly value: unknown;
}

/** Unsaved file contents by path, used in place of the saved files. */
export type Drafts = ReadonlyMap<string, string>;

const NO_DRAFTS: Drafts = new Map();

/**
 * Creates a text from the names, sizes, timestamps and inodes of the configuration files, to detect changes. Fast: the
 * files are not read. Never throws.
 */
export function configurationStamp(projectFolder: string): string {
  try {
    return fileNames(projectFolder)
      .toSorted()
      .map((name) => `${name} ${stampOf(join(projectFolder, CONFIGURATION_FOLDER, name))}`)
      .join('\n');
  } catch (error) {
    return codeOf(error);
  }
}

/** @throws if the folder cannot be read */
function fileNames(projectFolder: string): readonly string[] {
  return readdirSync(join(projectFolder, CONFIGURATION_FOLDER)).filter(
    (name) => SETTINGS.test(name) && !name.startsWith('.'),
  );
}

function stampOf(file: string): string {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch (error) {
    return codeOf(error);
  }
}

type Complain = (
  file: string,
  message: string,
  remedy: string,
  place?: { readonly line: number; readonly column: number },
) => void;

function complainTo(problems: ConfigurationProblem[]): Complain {
  return (file, message, remedy, place = { line: 0, column: 0 }) => {
    problems.push({ file, ...place, path: '', message, remedy, closes: { kind: 'everything' } });
  };
}

/** Reads the files of {@link CLASSES}; other {@link SETTINGS} are problems. A missing folder counts as empty. */
export function readConfigurationTexts(projectFolder: string, drafts: Drafts = NO_DRAFTS): ConfigurationTexts {
  const problems: ConfigurationProblem[] = [];
  const complain = complainTo(problems);
  let there: readonly string[] = [];
  try {
    there = fileNames(projectFolder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      complain(
        CONFIGURATION_FOLDER,
        `The folder cannot be read (${codeOf(error)}).`,
        'Make it a folder that this user may read.',
      );
  }
  const names = [
    ...new Set([...there, ...[...drafts.keys()].map((path) => path.slice(CONFIGURATION_FOLDER.length + 1))]),
  ];
  for (const name of names) {
    if (CLASSES.some((pattern) => pattern.test(name))) continue;
    // The ignored file may contain a rule that should protect something, so it must not be skipped silently.
    complain(
      `${CONFIGURATION_FOLDER}/${name}`,
      'Files with this name are not read.',
      name.toLowerCase().endsWith('.php')
        ? 'Write its keys as YAML into global.yaml or local.yaml, as docs/moving-over.md says, and remove it.'
        : 'Name it global.yaml, local.yaml, <name>.global.yaml or <name>.local.yaml.',
    );
  }
  const ordered = CLASSES.flatMap((pattern, index) =>
    names.filter((name) => pattern.test(name) && CLASSES.findIndex((first) => first.test(name)) === index).sort(),
  );
  const texts = ordered.flatMap((name) => {
    const path = `${CONFIGURATION_FOLDER}/${name}`;
    const draft = drafts.get(path);
    const bytes = draft === undefined ? bytesOf(projectFolder, path, complain) : Buffer.from(draft, 'utf8');
    return bytes === undefined ? [] : [{ path, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }];
  });
  return { texts, problems };
}

/** Parses the files. A file that cannot be parsed is a problem; an empty file has no settings. */
export function parseConfigurationTexts({ texts, problems: before }: ConfigurationTexts): {
  readonly files: readonly ConfigurationFile[];
  readonly problems: readonly ConfigurationProblem[];
} {
  const problems = [...before];
  const complain = complainTo(problems);
  const files = texts.flatMap(({ path, bytes, sha256 }) => {
    const parsed = parseOne(path, bytes, complain);
    return parsed === undefined ? [] : [{ path, sha256, ...parsed }];
  });
  return { files, problems };
}

function parseOne(path: string, bytes: Uint8Array, complain: Complain): { readonly value: unknown } | undefined {
  const text = bytes.length > MAX_FILE_BYTES ? undefined : decode(bytes);
  if (text === undefined) {
    const message =
      bytes.length > MAX_FILE_BYTES
        ? `The file is larger than ${MAX_FILE_BYTES} bytes.`
        : 'The file is not UTF-8 text.';
    complain(path, message, 'Save it as a small UTF-8 text file.');
    return undefined;
  }
  try {
    return { value: loadYaml(text) };
  } catch (error) {
    const { offset, message, remedy } = faultOf(text, error);
    complain(path, message, remedy, offset === undefined ? undefined : placeInText(text, offset));
    return undefined;
  }
}

function faultOf(text: string, error: unknown): Omit<SyntaxFault, 'offset'> & { readonly offset?: number } {
  const remedy = 'Correct the YAML at this place.';
  if (!(error instanceof YAMLException)) return { message: 'This is not YAML: it cannot be read.', remedy };
  const { reason, mark } = error;
  if (reason.startsWith('expected a single document'))
    return {
      offset: secondDocumentOf(text, parseEvents(text, LIMITS)),
      message: 'The file contains more than one YAML document.',
      remedy: 'Write all keys into the first, or into files of their own, without “---” between them.',
    };
  if (mark === undefined) return { message: `This is not YAML: ${reason}.`, remedy };
  const repeated =
    reason === 'duplicated mapping key' ? findRepeatedKey(text, parseEvents(text, LIMITS), mark.position) : undefined;
  if (repeated === undefined) return explainSyntax(text, reason, mark.position);
  const message = `The key ${JSON.stringify(repeated.key)} was already given in line ${placeInText(text, repeated.firstOffset).line}.`;
  return { offset: repeated.offset, message, remedy: 'Keep one of the two, or rename one.' };
}

function bytesOf(projectFolder: string, path: string, complain: Complain): Buffer | undefined {
  try {
    const absolute = join(projectFolder, path);
    const status = statSync(absolute);
    // Reading a pipe or a device might never end. (Reading a folder fails, which the catch block reports.)
    if (status.isFile() || status.isDirectory()) return readFileSync(absolute);
    complain(path, 'This is not a file.', 'Make it a file that this user may read.');
  } catch (error) {
    complain(path, `The file cannot be read (${codeOf(error)}).`, 'Make it a file that this user may read.');
  }
  return undefined;
}

/** Parses YAML; null for a blank text. @throws YAMLException */
export function loadYaml(text: string): unknown {
  return isBlank(text) ? null : load(text, { schema: CORE_SCHEMA, maxAliases: 100, ...LIMITS });
}

/** True if a text has only comments and white space. The YAML parser would refuse it. */
function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#.*)?$/.test(line));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';
}

/** Line and column of a key in a file, both from 1; 0 if unknown. */
interface KeyPlace {
  readonly line: number;
  readonly column: number;
}

const NOWHERE: KeyPlace = { line: 0, column: 0 };

/**
 * Finds the line and column of a key, or of its nearest existing parent. Slow: it reads and parses the file again.
 * @param file path relative to the project
 * @param path keys joined by dots, as in problems: `platform-documentation.title`
 */
export function findKeyPlace(projectFolder: string, file: string, path: string): KeyPlace {
  if (path === '') return NOWHERE;
  try {
    return placeInYaml(readFileSync(join(projectFolder, file), 'utf8').replace(/^\uFEFF/, ''), path);
  } catch {
    // A missing or unreadable file is reported elsewhere.
    return NOWHERE;
  }
}

function placeInYaml(text: string, path: string): KeyPlace {
  const events = parseEvents(text, LIMITS);
  let cursor = rootOf(events);
  let rest = path;
  let found: YamlMember | undefined;
  for (;;) {
    // Keys may contain dots, so the longest matching key is used.
    const [member] = [...membersOf(text, events, cursor)]
      .filter(({ key }) => `${rest}.`.startsWith(`${key}.`))
      .toSorted((a, b) => b.key.length - a.key.length);
    if (member === undefined) return found === undefined ? NOWHERE : placeInText(text, found.keyOffset);
    found = member;
    cursor = member.value;
    rest = rest.slice(member.key.length + 1);
    if (rest === '') return placeInText(text, found.keyOffset);
  }
}
