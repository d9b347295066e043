import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { ConfigurationProblem } from './problem.ts';

/** Relative to the project. */
export const CONFIGURATION_FOLDER = 'config/autoload';

/** In the order of merging; inside a class by name. */
const CLASSES = [/^global\.yaml$/, /^.+\.global\.yaml$/, /^local\.yaml$/, /^.+\.local\.yaml$/] as const;
const MAX_FILE_BYTES = 1024 * 1024;

export interface ConfigurationFile {
  /** Relative to the project. */
  readonly path: string;
  readonly value: unknown;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
}

interface ConfigurationFiles {
  /** In the order of merging; later ones win. */
  readonly files: readonly ConfigurationFile[];
  readonly problems: readonly ConfigurationProblem[];
}

/** Texts that files would have, by path: what the configuration would say with them. */
export type Drafts = ReadonlyMap<string, string>;

const NO_DRAFTS: Drafts = new Map();

/**
 * Equal as long as no file that would be read has changed: names, sizes and times, not contents, so that asking costs next to nothing.
 * Never throws.
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
  return readdirSync(join(projectFolder, CONFIGURATION_FOLDER)).filter((name) => /\.ya?ml$/i.test(name) && !name.startsWith('.'));
}

function stampOf(file: string): string {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch (error) {
    return codeOf(error);
  }
}

/** Reads `config/autoload/*.yaml`. A missing folder and an empty file say nothing; a name that no class takes is a problem. */
export function readConfigurationFiles(projectFolder: string, drafts: Drafts = NO_DRAFTS): ConfigurationFiles {
  const problems: ConfigurationProblem[] = [];
  const complain = (file: string, message: string, remedy: string, place = { line: 0, column: 0 }): void => {
    problems.push({ file, ...place, path: '', message, remedy, closes: { kind: 'everything' } });
  };
  let there: readonly string[] = [];
  try {
    there = fileNames(projectFolder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      complain(CONFIGURATION_FOLDER, `The folder cannot be read (${codeOf(error)}).`, 'Make it a folder that this user may read.');
  }
  const names = [...new Set([...there, ...[...drafts.keys()].map((path) => path.slice(CONFIGURATION_FOLDER.length + 1))])];
  for (const name of names) {
    if (CLASSES.some((pattern) => pattern.test(name))) continue;
    // A file that nobody reads could hold the rule that was to protect something.
    complain(`${CONFIGURATION_FOLDER}/${name}`, 'No file with this name is read.', 'Name it global.yaml, local.yaml, <name>.global.yaml or <name>.local.yaml.');
  }
  const ordered = CLASSES.flatMap((pattern, index) =>
    names.filter((name) => pattern.test(name) && CLASSES.findIndex((first) => first.test(name)) === index).sort(),
  );
  const files = ordered.flatMap((name) => {
    const path = `${CONFIGURATION_FOLDER}/${name}`;
    const file = readOne(projectFolder, path, drafts.get(path), complain);
    return file === undefined ? [] : [file];
  });
  return { files, problems };
}

type Complain = (file: string, message: string, remedy: string, place?: { readonly line: number; readonly column: number }) => void;

function readOne(projectFolder: string, path: string, draft: string | undefined, complain: Complain): ConfigurationFile | undefined {
  const bytes = draft === undefined ? bytesOf(projectFolder, path, complain) : Buffer.from(draft, 'utf8');
  if (bytes === undefined) return undefined;
  const text = bytes.length > MAX_FILE_BYTES ? undefined : decode(bytes);
  if (text === undefined) {
    const message = bytes.length > MAX_FILE_BYTES ? `The file is larger than ${MAX_FILE_BYTES} bytes.` : 'The file is not UTF-8 text.';
    complain(path, message, 'Save it as a small UTF-8 text file.');
    return undefined;
  }
  try {
    return { path, value: loadYaml(text), sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    const reason = error instanceof YAMLException ? error.reason : 'it cannot be read';
    const mark = error instanceof YAMLException ? error.mark : undefined;
    complain(
      path,
      `This is not YAML: ${reason}.`,
      'Correct the YAML at this place.',
      mark === undefined ? undefined : { line: mark.line + 1, column: mark.column + 1 },
    );
    return undefined;
  }
}

function bytesOf(projectFolder: string, path: string, complain: Complain): Buffer | undefined {
  try {
    const absolute = join(projectFolder, path);
    const status = statSync(absolute);
    // Reading a pipe or a device may never end.
    if (status.isFile() || status.isDirectory()) return readFileSync(absolute);
    complain(path, 'This is no file.', 'Make it a file that this user may read.');
  } catch (error) {
    complain(path, `The file cannot be read (${codeOf(error)}).`, 'Make it a file that this user may read.');
  }
  return undefined;
}

/** What a file says. @throws YAMLException */
export function loadYaml(text: string): unknown {
  return isBlank(text) ? null : load(text, { schema: CORE_SCHEMA, maxDepth: 100, maxAliases: 100 });
}

/** Nothing but comments and white space: no document, which the parser would refuse. */
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
