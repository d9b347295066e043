import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasEnded, machineMark } from '../files/writer.ts';
import { problemLines } from '../model/diagnostic.ts';
import { extensionsOf, namedFiles } from '../project/extensions.ts';
import { DESCRIPTOR_FOLDER, RELEASE_FOLDER } from '../project/folders.ts';
import { readProject } from '../project/read-project.ts';
import { PreviousRelease } from '../release/previous-release.ts';
import { publish } from '../release/publish.ts';
import { provideTemplates, rendererState } from '../release/renderer.ts';

/**
 * Description of an API: an object, the text of a descriptor, a function that returns one of them, or a URL at which
 * one is found. Functions and URLs are asked at the first request: the program has started by then.
 */
export type DescriptorSource = Description | URL | (() => Description | Promise<Description>);

type Description = object | string;

/** Descriptions, by the path of a descriptor without its ending: `Library`, `Library/v2`. */
export type Descriptions = ReadonlyMap<string, Description>;

export interface MemoryProject {
  readonly projectFolder: string;
  /** Compiled server. */
  readonly entry: string;
  remove(): void;
}

/** Temporary folders; the names end with the machine and the process that made them. */
const FOLDER = `platform-documentation-${machineMark()}-`;
const FOLDERS = new RegExp(`^${FOLDER}(?<writer>\\d+)-`);

/**
 * Writes a project into a temporary folder and publishes it without documents, which the server then makes on request.
 * @param configuration content of `config/autoload/global.yaml`
 * @throws an error with place, problem and remedy of everything that is wrong
 */
export async function writeMemoryProject(
  descriptions: Descriptions,
  configuration: object,
  environment: Readonly<Record<string, string | undefined>>,
  log: (message: string) => void,
): Promise<MemoryProject> {
  removeLeftFolders();
  const projectFolder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
  const remove = (): void => rmSync(projectFolder, { recursive: true, force: true });
  try {
    for (const [path, description] of descriptions) {
      const [text, ending] = textOf(path, description);
      write(join(projectFolder, DESCRIPTOR_FOLDER, `${path}.${ending}`), text);
    }
    write(join(projectFolder, 'config/autoload/global.yaml'), jsonOf('configuration', configuration));
    const project = await readProject(projectFolder, environment);
    const lines = problemLines(project.problems);
    if (project.problems.some(({ severity }) => severity === 'error')) throw new Error(lines.join('\n'));
    for (const line of lines) log(line);
    // The renderer is cached where the program has its packages.
    const extensions = extensionsOf(process.cwd(), project.configuration);
    const [named] = namedFiles(extensions);
    if (named !== undefined)
      throw new Error(`configuration: ${named.key}: Templates and formats need a build. Run it and give "dist".`);
    const distFolder = join(projectFolder, 'dist');
    const source = { distFolder, extensions };
    const templates = provideTemplates(source, rendererState(source), false, new AbortController().signal);
    await publish(join(distFolder, RELEASE_FOLDER), project, templates, {
      keepGoing: false,
      before: new PreviousRelease(null),
      withoutDocuments: true,
    });
    return { projectFolder, entry: join(distFolder, 'server/entry.mjs'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
}

/** Text of a description and the ending of its format. */
function textOf(path: string, description: Description): readonly [text: string, ending: string] {
  if (typeof description !== 'string') return [jsonOf(`descriptors.${path}`, description), 'json'];
  if (description.startsWith('#%RAML')) return [description, 'raml'];
  return [description, /^\s*(?:[A-Za-z]\w*:.*\r?\n)*?FORMAT:\s*1A/.test(description) ? 'apib' : 'yaml'];
}

function jsonOf(place: string, value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    throw new Error(`${place}: The object cannot be written as JSON: ${reason}. Give plain data, or a text.`);
  }
}

/** Removes folders of programs of this machine and user that ended without closing their documentation. */
function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const writer = FOLDERS.exec(name)?.groups?.['writer'];
    if (writer === undefined || !hasEnded(Number(writer))) continue;
    const folder = join(tmpdir(), name);
    try {
      const { uid } = lstatSync(folder);
      if (uid === (process.getuid?.() ?? uid)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another program has removed it, or it cannot be removed.
    }
  }
}
