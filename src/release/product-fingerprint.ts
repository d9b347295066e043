import { existsSync, lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import { filesBelow, fingerprint } from '../project/fingerprint.ts';
import { CODE_FOLDER, cacheFolder, INSTALLATION_FOLDER, PRODUCT_FOLDER, productVersion } from '../project/product.ts';
import { shortHash } from '../store/stored-bytes.ts';
import { installedVersions } from './installed-packages.ts';

/** All files of the product that a template can import; if one of them changes, the renderer is compiled again. */
const TEMPLATE_PATHS = [CODE_FOLDER, 'astro.config.mjs', 'tsconfig.json'];
/** Lock files of package managers, which determine the bundled packages. */
const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];
/** File of the package with the names of the packages whose versions determine the packed renderer. */
const PACKED_FROM = 'renderers/packages.json';
/** File in the cache with the fingerprint of the product's code. */
const KEPT_FILE = 'product';

/** Fingerprint of the product and its packages. */
export function productFingerprint(projectFolder: string): string {
  return fingerprint(INSTALLATION_FOLDER, LOCK_FILES, `${process.version} ${codeFingerprint(projectFolder)}`);
}

/**
 * Hash that names the renderer in the package. It covers the versions of all packages that the renderer contains, since
 * a project may have others, such as one without a vulnerability.
 */
export function packedHash(projectFolder: string, packageFolder = PRODUCT_FOLDER): string {
  const versions = installedVersions(packedFrom(packageFolder), packageFolder);
  return shortHash(JSON.stringify([codeFingerprint(projectFolder), versions]));
}

/** Names of packages; none in a clone, which has no packed renderer. */
function packedFrom(packageFolder: string): readonly string[] {
  const file = join(packageFolder, PACKED_FROM);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]) : [];
}

/** Fingerprint of the product's code, which is the same on every machine. */
function codeFingerprint(projectFolder: string): string {
  const keptIn = join(cacheFolder(projectFolder), KEPT_FILE);
  return keptFingerprint(keptIn, [{ folder: PRODUCT_FOLDER, paths: TEMPLATE_PATHS }], productVersion());
}

/** Files that a fingerprint covers. */
export interface FingerprintPart {
  readonly folder: string;
  /** Paths of files or folders, relative to `folder`; a folder includes all files below it. */
  readonly paths: readonly string[];
}

/** Coarsest time resolution of a file system (FAT): a second change within this time may not change the timestamp. */
const CLOCK_STEP_MILLISECONDS = 2_000;

/**
 * Fingerprint of files that rarely change, such as those of the product. Files are read again only if the device,
 * inode, size or a timestamp of one of them has changed. This relies on the time of a file's last status change, which
 * no program can set under POSIX (XBD 4.9). Files without such a time, such as those of a read-only image, need a new
 * `salt` after each change.
 * @param keptIn file with the last fingerprint, in an existing folder; if it is missing, damaged or read-only, this
 * only costs time
 */
export function keptFingerprint(keptIn: string, parts: readonly FingerprintPart[], salt: string): string {
  const now = Date.now();
  const { text, youngest } = tracesOf(parts);
  const traces = shortHash(JSON.stringify([salt, text]));
  const kept = readKept(keptIn, traces);
  if (kept !== undefined) return kept;
  const made = parts.reduce((before, { folder, paths }) => fingerprint(folder, paths, before), salt);
  if (youngest < now - CLOCK_STEP_MILLISECONDS) keep(keptIn, traces, made);
  return made;
}

/** Metadata of files, collected before the files are read, and the time of the last change of any of them. */
function tracesOf(parts: readonly FingerprintPart[]): { readonly text: string; readonly youngest: number } {
  const files = parts.flatMap(({ folder, paths }) => paths.flatMap((path) => filesBelow(join(folder, path))));
  const statuses = files.map((file) => {
    const own = statusOf(() => lstatSync(file));
    // The metadata of a link include those of its target, to detect a changed target.
    return own?.isSymbolicLink() === true ? [own, statusOf(() => statSync(file))] : [own];
  });
  const text = statuses.map((ofFile, index) =>
    [files[index], ...ofFile.flatMap((one) => [one?.dev, one?.ino, one?.size, one?.mtimeMs, one?.ctimeMs])].join(' '),
  );
  const times = statuses.flat().map((one) => Math.max(one?.mtimeMs ?? 0, one?.ctimeMs ?? 0));
  return { text: text.join('\n'), youngest: times.reduce((one, other) => Math.max(one, other), 0) };
}

/** Status of a file; undefined if the file is missing or cannot be reached, as in a cycle of links. */
function statusOf(ask: () => Stats): Stats | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function readKept(keptIn: string, traces: string): string | undefined {
  try {
    const [keptTraces, hash = '', checksum] = readFileSync(keptIn, 'utf8').split(' ');
    return keptTraces === traces && checksum === shortHash(traces + hash) ? hash : undefined;
  } catch {
    return undefined;
  }
}

function keep(keptIn: string, traces: string, hash: string): void {
  try {
    replaceFile(keptIn, `${traces} ${hash} ${shortHash(traces + hash)}`);
  } catch {
    // There is no cache folder, the package is read-only, or the disk is full.
  }
}
