import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { GLOBAL_FILE, LOCAL_FILE } from '../../config/configuration-files.ts';
import { readFolder } from '../../descriptors/read-descriptors.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { PRODUCT_FOLDER, productVersion } from '../../project/product.ts';
import { fetchFiles } from './fetched-sources.ts';
import { changedPackage, newPackage, PRODUCT } from './package-file.ts';
import { type Source, targetsOf } from './sources.ts';
import { InitError, type NewFile, refuseOutside } from './write-files.ts';

/** Folder with the template files of a new project. */
const TEMPLATES = 'config/examples/project';
const SAMPLE = `${DESCRIPTOR_FOLDER}/garden/v1.yaml`;

/** State of the folder before the project is created. */
export interface Surroundings {
  /** Text of package.json; null if the file does not exist. */
  readonly packageText: string | null;
  /** File name of the Astro configuration; null if the folder is not an Astro site. */
  readonly astroConfig: string | null;
  readonly hasDescriptors: boolean;
  /** True if `node_modules/` contains the product. */
  readonly isInstalled: boolean;
}

/** File to create. `copyOf`: absolute path of the original, if the file is a copy. */
type PlannedFile = NewFile & { readonly copyOf?: string };

export interface Plan {
  readonly files: readonly PlannedFile[];
  /** Changed package.json; null if it is new or unchanged. */
  readonly changed: (NewFile & { readonly added: readonly string[] }) | null;
  /** Names of existing scripts with other commands, which stay unchanged. */
  readonly keptScripts: readonly string[];
}

/** @param folder absolute path; may be missing @throws {@link InitError} if the path is not a folder */
export function lookAround(folder: string): Surroundings {
  const status = statSync(folder, { throwIfNoEntry: false });
  if (status !== undefined && !status.isDirectory())
    throw new InitError(`${folder}: this is not a folder. Name another one: platform-docs init <folder>.`);
  const names = status === undefined ? [] : readdirSync(folder);
  const descriptors = join(folder, DESCRIPTOR_FOLDER);
  return {
    packageText: names.includes('package.json') ? readFileSync(join(folder, 'package.json'), 'utf8') : null,
    astroConfig: names.find((name) => /^astro\.config\.[cm]?[jt]s$/.test(name)) ?? null,
    hasDescriptors: existsSync(descriptors) && readdirSync(descriptors).some((name) => !name.startsWith('.')),
    isInstalled: existsSync(join(folder, 'node_modules', PRODUCT)),
  };
}

interface Wishes {
  /** Absolute path of the project folder. */
  readonly folder: string;
  readonly sources: readonly Source[];
  readonly withLogIn: boolean;
}

/**
 * Determines the files of a new project; an Astro site gets only descriptors, the dependency and .gitignore.
 * @throws {@link InitError} if the project could not be published
 */
export function planProject(
  { folder, sources, withLogIn }: Wishes,
  { packageText, astroConfig, hasDescriptors }: Surroundings,
): Plan {
  const version = productVersion();
  const made = [...sources.flatMap((source) => source.made ?? []), ...fetchFiles(sources)];
  refuseExisting(folder, made, sources.some(({ fetched }) => fetched !== undefined) ? ANEW : UNPROTECTED);
  const descriptors = descriptorFiles(sources, hasDescriptors);
  refuseConflicts(folder, [...descriptors, ...made.filter(({ path }) => path.startsWith(`${DESCRIPTOR_FOLDER}/`))]);
  const change = packageText === null ? null : changedPackage(packageText, version, astroConfig === null);
  const manifest =
    packageText === null ? [{ path: 'package.json', content: newPackage(basename(folder), version) }] : [];
  const isMade = (path: string): boolean => made.some((file) => file.path === path);
  const settings = [GLOBAL_FILE, ...(withLogIn && !isMade(LOCAL_FILE) ? [`${LOCAL_FILE}.dist`] : [])].filter(
    (path) => !isMade(path),
  );
  const others =
    astroConfig === null
      ? [
          ...settings.map((path) => ({ path, content: template(path) })),
          ...(withLogIn ? [{ path: 'data/.gitkeep', content: '' }] : []),
        ]
      : [];
  // The template has another name, because npm does not pack files named .gitignore.
  const ignored = { path: '.gitignore', content: template('gitignore') };
  return {
    files: [...manifest, ...descriptors, ...made, ...others, ignored],
    changed:
      change === null || change.text === packageText
        ? null
        : { path: 'package.json', content: change.text, added: change.added },
    keptScripts: change?.kept ?? [],
  };
}

const UNPROTECTED = 'without the lines for the moved APIs nothing would protect them';
const ANEW = 'what is fetched does not replace it';

/** Fails if a generated file exists: moved APIs would be unprotected without it. */
function refuseExisting(folder: string, made: readonly NewFile[], reason: string): void {
  const path = made.map((file) => file.path).find((one) => existsSync(join(folder, one)));
  if (path === undefined) return;
  const own = path.replace(/(?=(?:global|local)\.yaml$)/, 'own.');
  const remedy = own === path ? 'Rename it' : `Rename it to ${own}, which is read as well`;
  throw new InitError(`${path} exists already, and ${reason}. ${remedy}, or name another folder.`);
}

function descriptorFiles(sources: readonly Source[], hasDescriptors: boolean): readonly PlannedFile[] {
  if (sources.length > 0)
    return targetsOf(sources).map(({ from, to }) => ({
      path: `${DESCRIPTOR_FOLDER}/${to}`,
      content: readFileSync(from),
      copyOf: from,
    }));
  return hasDescriptors ? [] : [{ path: SAMPLE, content: template(SAMPLE) }];
}

function template(path: string): Uint8Array {
  return readFileSync(join(PRODUCT_FOLDER, TEMPLATES, path));
}

/**
 * Refuses descriptors that conflict with each other or with existing ones of the project. Each file was checked without
 * the others, so conflicts are only found with all files at their final paths, in a temporary copy.
 */
function refuseConflicts(folder: string, descriptors: readonly NewFile[]): void {
  refuseOutside(descriptors);
  const projectRoot = mkdtempSync(join(tmpdir(), 'platform-documentation-init-'));
  try {
    const there = join(folder, DESCRIPTOR_FOLDER);
    if (existsSync(there)) cpSync(there, join(projectRoot, DESCRIPTOR_FOLDER), { recursive: true });
    const added = descriptors.filter(({ path }) => !existsSync(join(projectRoot, path)));
    for (const { path, content } of added) {
      mkdirSync(dirname(join(projectRoot, path)), { recursive: true });
      writeFileSync(join(projectRoot, path), content);
    }
    const paths = new Set(added.map(({ path }) => path));
    const errors = readFolder({ projectRoot, folder: DESCRIPTOR_FOLDER }).diagnostics.filter(
      ({ file, severity }) => severity === 'error' && paths.has(file),
    );
    if (errors.length > 0)
      throw new InitError(
        'The project was not created, because its descriptors have the errors above. Fix them first.',
        errors,
      );
  } finally {
    rmSync(projectRoot, { recursive: true, force: true });
  }
}
