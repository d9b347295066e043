import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readConfiguration } from '../../project/configuration.ts';
import { EXTENSION_FILES, extensionsOf, namedFiles } from '../../project/extensions.ts';
import { statesOf } from '../../project/fingerprint.ts';
import { SITE_FOLDERS } from '../../project/folders.ts';
import type { Invocation } from '../command.ts';

/** Everything that a build of a project reads: descriptors, guides, configuration, words, theme, templates, formats. */
export class WatchedFiles {
  readonly #projectFolder: string;
  readonly #environment: Invocation['environment'];
  /** Relative to the project. Paths stay: of a configuration that is wrong for a moment nothing is known. */
  readonly #paths = new Set<string>(SITE_FOLDERS);

  constructor({ projectFolder, environment }: Pick<Invocation, 'projectFolder' | 'environment'>) {
    this.#projectFolder = projectFolder;
    this.#environment = environment;
    this.learn();
  }

  /** Adds templates and formats, and the files they import, as the configuration and the last build name them. */
  learn(): void {
    const { configuration } = readConfiguration(this.#projectFolder, this.#environment);
    for (const { file } of namedFiles(extensionsOf(this.#projectFolder, configuration))) {
      const path = resolve(this.#projectFolder, file);
      this.#paths.add(this.#relative(path));
      // Neighbours are imported by templates that never compiled, too. All of a project's folder is too much.
      const folder = dirname(path);
      if (relative(folder, this.#projectFolder).startsWith('..') && folder !== this.#projectFolder)
        this.#paths.add(this.#relative(folder));
    }
    for (const file of importedFiles(this.#projectFolder)) this.#paths.add(file);
  }

  /** File → what changes with it, cheap enough to be asked several times in a second. */
  states(): ReadonlyMap<string, string> {
    return new Map(
      [...statesOf(this.#projectFolder, [...this.#paths])].map(([file, state]) => [this.#relative(file), state]),
    );
  }

  #relative(path: string): string {
    return relative(this.#projectFolder, path).split(sep).join('/');
  }
}

function importedFiles(projectFolder: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(join(projectFolder, 'dist/server', EXTENSION_FILES), 'utf8')) as readonly string[];
  } catch {
    return [];
  }
}
