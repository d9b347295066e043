import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { DescriptorFolder } from '../../descriptors/descriptor-folder.ts';
import { checkOtherFile } from '../../descriptors/other-files.ts';
import { isOverlay } from '../../descriptors/overlays.ts';
import { baseName, descriptorEnding, GUIDE } from '../../descriptors/path-names.ts';
import { type DescriptorReading, readDescriptor } from '../../descriptors/read-descriptors.ts';
import { parseDescriptor, readerOf } from '../../descriptors/registry.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ApiRecord } from '../../model/records.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { download, FetchError, LIMITS, type Limits } from './download.ts';

/** Descriptor from a URL, with the files that it refers to. */
export interface FetchedSource {
  /** Path of the descriptor in the descriptor folder. */
  readonly path: string;
  /** Contents by path in the descriptor folder; the descriptor comes first. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly records: readonly ApiRecord[];
  /** Errors that stop publication, and warnings, located at the paths of the files. */
  readonly diagnostics: readonly Diagnostic[];
}

const MEGABYTE = 1024 * 1024;
/** Maximum number of folders of a URL that become folders of the project, for references with `..`. */
const MOST_FOLDERS = 4;
/** Endings of parts: files that readers include as data, and that no program executes. */
const PART = /\.(?:ya?ml|json|raml|xml|xsd|md|txt)$/i;
/** Matches paths with segments that are empty, hidden, of a package manager, or that a file system reads as another. */
const UNSAFE = /(?:^|\/)(?:\.|\/|$|node_modules(?:\/|$))|[\\:\p{Cc}\p{Cf}]|~\d|[. ](?:\/|$)/iu;

/** True for a path in the descriptor folder at which a fetched file may lie. */
export function isSafePath(path: string): boolean {
  return !UNSAFE.test(path);
}

/**
 * Fetches a descriptor and, from the same origin, the files that it refers to by relative references. They are written
 * beside it as they lie at their origin, so that no reference changes.
 * @param path path in the descriptor folder; or paths that are taken, and it gets a name from the URL
 * @throws {@link FetchError}
 */
export async function fetchSource(
  url: URL,
  path: string | ReadonlySet<string>,
  limits: Limits = LIMITS,
): Promise<FetchedSource> {
  const fetching = new Fetching(limits);
  const first = await fetching.file(url);
  if (typeof path === 'string') return fetching.withParts(path, first);
  const name = nameFor(url, new TextDecoder().decode(first.bytes));
  const folders = first.url.pathname.split('/').slice(1, -1).map(safeName);
  let source = await fetching.withParts(name, first);
  // A reference with `..` leads out of the descriptor folder unless the folders around the descriptor are kept.
  for (let depth = 1; depth <= Math.min(MOST_FOLDERS, folders.length); depth += 1) {
    if (!leavesFolder(source) && !path.has(source.path)) break;
    source = await fetching.withParts([...folders.slice(-depth), name].join('/'), first);
  }
  return source;
}

function leavesFolder({ diagnostics }: FetchedSource): boolean {
  return diagnostics.some(({ rule, message }) => rule === 'ref-outside' && message.includes('“../'));
}

/** Downloads for one descriptor, each file once. */
class Fetching {
  readonly #limits: Limits;
  readonly #signal: AbortSignal;
  readonly #files = new Map<string, Awaited<ReturnType<typeof download>> | null>();
  #size = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#signal = AbortSignal.timeout(limits.milliseconds);
  }

  async file(url: URL, isPart = false) {
    const { bytes: most } = this.#limits;
    const file = await download(url, this.#signal, this.#limits, isPart);
    this.#size += file.bytes.byteLength;
    if (this.#size > 2 * most)
      throw new FetchError(
        url,
        `Together with it, the files have more than ${(2 * most) / MEGABYTE} MB.`,
        'Shorten them.',
      );
    return file;
  }

  /** Reads the descriptor in a temporary folder, and fetches what it refers to, until nothing is missing. */
  async withParts(path: string, { bytes, url }: Awaited<ReturnType<typeof download>>): Promise<FetchedSource> {
    const projectRoot = mkdtempSync(join(tmpdir(), 'platform-documentation-fetch-'));
    const files = new Map<string, Uint8Array>();
    const refuse = (name: string, problem: string): never => {
      throw new FetchError(url, `“${name}” ${problem}`, 'Bundle the descriptor into one file with another name.');
    };
    const add = (name: string, content: Uint8Array): void => {
      if (!isSafePath(name)) refuse(name, 'is a hidden file, or has a name that is not safe on every system.');
      if (files.size > 0 && !PART.test(name)) refuse(name, 'is not YAML, JSON, RAML, XML, Markdown or plain text.');
      files.set(name, content);
      const file = join(projectRoot, DESCRIPTOR_FOLDER, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    };
    try {
      add(path, bytes);
      const place = { projectRoot, folder: DESCRIPTOR_FOLDER, path: `${DESCRIPTOR_FOLDER}/${path}` };
      let reading = readDescriptor(place);
      for (let count = 0; reading !== undefined && count !== files.size; reading = readDescriptor(place)) {
        count = files.size;
        for (const missing of namesOf(reading)) {
          const part = await this.#part(posix.relative(posix.dirname(path), missing), url);
          if (part !== null) add(missing, part.bytes);
        }
      }
      if (reading === undefined || reading.reader === null) throw notRead(url, bytes, reading);
      const folder = new DescriptorFolder(projectRoot, DESCRIPTOR_FOLDER);
      for (const part of [...files.keys()].slice(1))
        if (worksAlone(`${DESCRIPTOR_FOLDER}/${part}`, folder))
          refuse(part, 'is a descriptor, an overlay or a guide of its own.');
      return { path, files, records: reading.records, diagnostics: reading.diagnostics };
    } finally {
      rmSync(projectRoot, { recursive: true, force: true });
    }
  }

  /** @returns null if there is no such file, which the reader of the descriptor reports */
  async #part(relative: string, base: URL) {
    const url = new URL(relative.split('/').map(encodeURIComponent).join('/'), base);
    url.search = '';
    if (url.pathname === base.pathname) {
      const remedy = `Write a path with that name, such as api/${posix.basename(relative)}.`;
      throw new FetchError(base, 'Its files refer to it by its name.', remedy);
    }
    const known = this.#files.get(url.href);
    if (known !== undefined) return known;
    if (this.#files.size === this.#limits.files)
      throw new FetchError(base, `It refers to more than ${this.#limits.files} files.`, 'Bundle them into one.');
    const part = await this.file(url, true).catch((error: unknown) => {
      if (error instanceof FetchError && error.isMissing) return null;
      throw error;
    });
    this.#files.set(url.href, part);
    return part;
  }
}

/** True for a descriptor, an overlay or a guide: a project publishes or applies it even if nothing refers to it. */
function worksAlone(path: string, folder: DescriptorFolder): boolean {
  const file = folder.load(path, () => undefined, parseDescriptor);
  return GUIDE.test(path) || (file !== undefined && (isOverlay(file) || readerOf(file.value) !== undefined));
}

/** Paths of missing files in the descriptor folder. */
function namesOf({ missing }: DescriptorReading): readonly string[] {
  return missing.map((path) => path.slice(DESCRIPTOR_FOLDER.length + 1));
}

function notRead(url: URL, bytes: Uint8Array, reading: DescriptorReading | undefined): FetchError {
  const isPage = /^\s*<(?:!doctype )?html\b/i.test(new TextDecoder().decode(bytes.subarray(0, 1000)));
  if (isPage) return new FetchError(url, 'This is a web page.', 'Name the address of the file itself.');
  const [reason] = reading?.diagnostics ?? [];
  return reason === undefined
    ? new FetchError(
        url,
        'What the server answers is not a description that is read.',
        'Name a file in a supported format.',
      )
    : new FetchError(url, reason.message, reason.remedy);
}

/** File name for a descriptor from a URL, with an extension that fits its content. */
function nameFor({ pathname }: URL, text: string): string {
  const name = safeName(pathname.split('/').at(-1) ?? '');
  const stem = baseName(name);
  if (checkOtherFile(name, () => text, true) !== undefined) return name;
  if (/^\s*[{[]/.test(text)) return `${stem}.json`;
  if (text.startsWith('#%RAML')) return `${stem}.raml`;
  if (descriptorEnding('a.md', () => text) !== undefined) return `${stem}.apib`;
  return /\.ya?ml$/i.test(name) ? name : `${stem}.yaml`;
}

/** Name of a file or folder of the project for a segment of a URL path. */
function safeName(segment: string): string {
  let decoded = segment;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    // A wrong escape stays as it is.
  }
  return (
    decoded
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[-.]+/, '')
      .slice(0, 100) || 'openapi'
  );
}
