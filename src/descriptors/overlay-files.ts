import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { isRecord } from '../schema/json-values.ts';
import type { Parse, ParsedFile } from './contract.ts';
import type { DescriptorFolder } from './descriptor-folder.ts';

/** Overlays that the configuration lists for an API. */
export interface ListedOverlays {
  readonly api: string;
  /** Null for all versions. */
  readonly version: number | null;
  /** Paths relative to the project. */
  readonly files: readonly string[];
}

/** Overlays in a folder of descriptors: those that the configuration lists, and those that extend a descriptor. */
export class OverlayFiles {
  readonly #files: DescriptorFolder;
  readonly #listed: readonly ListedOverlays[];
  /** Overlays by the path of the descriptor that they extend. */
  readonly #extending = new Map<string, ParsedFile[]>();
  readonly #used = new Set<string>();

  constructor(files: DescriptorFolder, listed: readonly ListedOverlays[]) {
    this.#files = files;
    this.#listed = listed;
    for (const path of listed.flatMap((one) => one.files)) this.#used.add(path);
  }

  /** Adds an overlay of the folder; one that extends no descriptor is reported unless the configuration lists it. */
  add(overlay: ParsedFile, isDescriptor: (path: string) => boolean, report: (diagnostic: Diagnostic) => void): void {
    const target = isRecord(overlay.value) ? overlay.value['extends'] : undefined;
    const found =
      typeof target === 'string' ? this.#files.resolve(target.split('#', 1)[0] ?? '', overlay.path) : undefined;
    const isConfigured = this.#used.has(overlay.path);
    this.#used.add(overlay.path);
    if (isConfigured) return;
    if (found !== undefined && 'path' in found && isDescriptor(found.path)) {
      this.#extending.set(found.path, [...(this.#extending.get(found.path) ?? []), overlay]);
      return;
    }
    const message = 'The overlay extends no descriptor here, so it was not applied.';
    const remedy = 'Write the path of a descriptor into “extends”, or list it in platform-documentation.overlays.';
    report({ ...overlay.locate('/extends'), severity: 'warning', rule: 'overlay-unused', message, remedy });
  }

  isUsed({ path }: ParsedFile): boolean {
    return this.#used.has(path);
  }

  /** Returns true if a descriptor may have overlays; reads no file. @param name of its API; null if unknown */
  has(path: string, name: string | null): boolean {
    return this.#extending.has(path) || this.#listed.some(({ api }) => name === null || api === name);
  }

  /**
   * Returns the overlays of a descriptor in their order: those of the configuration first.
   * @param apis of the descriptor without overlays
   */
  of(
    path: string,
    apis: readonly { readonly name: string; readonly version: number }[],
    parse: Parse,
    report: (diagnostic: Diagnostic) => void,
  ): readonly ParsedFile[] {
    const own = this.#listed.filter(({ api, version }) =>
      apis.some((one) => one.name === api && (version === null || one.version === version)),
    );
    const listed = own
      .flatMap(({ files }) => files)
      .flatMap((one) => {
        if (this.#files.has(one)) return this.#files.load(one, report, parse) ?? [];
        const message = 'There is no such file among the descriptors, but platform-documentation.overlays lists it.';
        report({ ...wholeFile(one), severity: 'error', rule: 'overlay-action', message, remedy: 'Correct the path.' });
        return [];
      });
    return [...listed, ...(this.#extending.get(path) ?? [])];
  }
}
