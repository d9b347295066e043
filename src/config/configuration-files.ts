import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, load, parseEvents, YAMLException } from 'js-yaml';
import type { ConfigurationProblem } from '../options/problem.ts';
import { findRepeatedKey, membersOf, placeInText, rootOf, secondDocumentOf, type YamlMember } from '../yaml/places.ts';
import { explainSyntax, type SyntaxFault } from '../yaml/syntax-fault.ts';

/** Relative to the project. */
export const CONFIGURATION_FOLDER = 'config/autoload';
export const GLOBAL_FILE = `${CONFIGURATION_FOLDER}/global.yaml`;
export const LOCAL_FILE = `${CONFIGURATION_FOLDER}/local.yaml`;

/** Classes of file names in the order of merging; files of one class are merged by name. */
const CLASSES = [/^global\.yaml$/, /^.+\.global\.yaml$/, /^local\.yaml$/, /^.+\.local\.yaml$/] as const;
/** Names of settings files: YAML, and formats that only Laminas or another tool reads and that protect nothing here. */
const SETTINGS = /(?:\.ya?ml|(?:^|\.)(?:global|local)\.(?:json|php))$/i;
const MAX_FILE_BYTES = 1024 * 1024;
const LIMITS = { maxDepth: 100 } as const;

/** A file that has not been parsed. */
interface ConfigurationText {
  /** Relative to the project. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Hash of the bytes, in hexadecimal. */
  readonly sha256: string;
}

export interface ConfigurationTexts {
  /** Sorted in the order of merging; later ones win. */
  readonly texts: readonly ConfigurationText[];
  readonly problems: readonly ConfigurationProblem[];
}

export interface ConfigurationFile extends Omit<ConfigurationText, 'bytes'> {
  readonly value: unknown;
}

/** Unsaved texts of files by path, to read the configuration with them. */
export type Drafts = ReadonlyMap<string, string>;

const NO_DRAFTS: Drafts = new Map();

/**
 * Names, sizes and times of the files that would be read: two stamps are equal while none of these changes. Contents
 * are not read, so that a stamp costs next to nothing. Never throws.
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

/** @throws where the folder cannot be read */
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

/** Reads `config/autoload/*.yaml`. A missing folder counts as empty; a file name that fits no class is a problem. */
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
    // A file that is not read may contain a rule that is meant to protect something.
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

/** Parses each file that can be read; an empty one has no settings. */
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
    // Reading a pipe or a device may never end.
    if (status.isFile() || status.isDirectory()) return readFileSync(absolute);
    complain(path, 'This is not a file.', 'Make it a file that this user may read.');
  } catch (error) {
    complain(path, `The file cannot be read (${codeOf(error)}).`, 'Make it a file that this user may read.');
  }
  return undefined;
}

/** Parses a file. @throws YAMLException */
export function loadYaml(text: string): unknown {
  return isBlank(text) ? null : load(text, { schema: CORE_SCHEMA, maxAliases: 100, ...LIMITS });
}

/** Whether a text has only comments and white space; the parser refuses a text without a document. */
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

/** Line and column of a key in a file, both from 1; 0 where they are unknown. */
interface KeyPlace {
  readonly line: number;
  readonly column: number;
}

const NOWHERE: KeyPlace = { line: 0, column: 0 };

/**
 * Place of a key in the configuration, or of the nearest key above it. Reads the file again: for messages only.
 * @param file relative to the project
 * @param path as problems have it: `platform-documentation.title`
 */
export function findKeyPlace(projectFolder: string, file: string, path: string): KeyPlace {
  if (path === '') return NOWHERE;
  try {
    return placeInYaml(readFileSync(join(projectFolder, file), 'utf8').replace(/^\uFEFF/, ''), path);
  } catch {
    // A missing or unreadable file is reported as a problem of its own.
    return NOWHERE;
  }
}

function placeInYaml(text: string, path: string): KeyPlace {
  const events = parseEvents(text, LIMITS);
  let cursor = rootOf(events);
  let rest = path;
  let found: YamlMember | undefined;
  for (;;) {
    // Keys may contain dots.
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
