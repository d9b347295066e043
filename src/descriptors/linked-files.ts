import { posix } from 'node:path';
import { GUIDE_FILES } from '../model/locations.ts';
import type { DescriptorFolder } from './descriptor-folder.ts';
import type { LinkedGuide } from './guide-links.ts';

/** Endings of guides, and of texts that other tools include in several guides. */
const TEXT = /\.mdx?$/i;
/** Endings of what browsers or servers would run; SVG, which is a picture as well, has a policy where it is sent. */
const ACTIVE = /^(?:[cm]?js|css|[px]?html?|shtml|xht|xml|xslt?|mht(?:ml)?|wasm|svgz|php\d?|phar|cgi|pl|[aj]spx?)$/;
const LONGEST_NAME = 100;
const LONGEST_ENDING = 20;

/** Files beside guides, published where a guide links to them. */
export class LinkedFiles {
  readonly #files: DescriptorFolder;
  readonly #linked: Map<string, Uint8Array<ArrayBuffer>>;
  readonly #read: readonly string[];
  /** Hashes of what is read: none of these files is published as it is written, by another name neither. */
  #closed: ReadonlySet<string | undefined> | undefined;
  readonly #addresses = new Map<string, string | undefined>();

  /**
   * @param read descriptors and guides: parts of them may be for few readers
   * @param linked gets the files, by their addresses
   */
  constructor(files: DescriptorFolder, read: readonly string[], linked: Map<string, Uint8Array<ArrayBuffer>>) {
    this.#files = files;
    this.#read = read;
    this.#linked = linked;
  }

  addressOf(reference: string, { path, folder }: LinkedGuide): string | undefined {
    const key = posix.join(posix.dirname(path), reference);
    if (!this.#addresses.has(key))
      this.#addresses.set(key, this.#publish(this.#files.resolve(reference, path), folder));
    return this.#addresses.get(key);
  }

  #publish(found: ReturnType<DescriptorFolder['resolve']>, folder: string): string | undefined {
    // A guide may keep its text from readers: no guide is published as a file, with any case of its ending.
    if (!('path' in found) || !found.path.startsWith(`${folder}/guides/`) || TEXT.test(found.path)) return undefined;
    const hash = this.#files.sha256(found.path);
    const bytes = this.#files.bytes(found.path);
    this.#closed ??= new Set(this.#read.map((file) => this.#files.sha256(file)));
    if (hash === undefined || bytes === undefined || this.#closed.has(hash)) return undefined;
    const address = GUIDE_FILES + publishedName(found.path, hash);
    this.#linked.set(address, Uint8Array.from(bytes));
    return address;
  }
}

/** Letters of any address and of any file system; a file server may run files by any ending in a name. */
function publishedName(path: string, hash: string): string {
  const { name, ext } = posix.parse(path);
  const ending = ext.slice(1, LONGEST_ENDING).toLowerCase();
  const ended = ACTIVE.test(ending) ? `-${ending}.txt` : ext && `.${ending.replaceAll(/\W/g, '-')}`;
  return `${name.slice(0, LONGEST_NAME).replaceAll(/[^\w-]/g, '-')}.${hash.slice(0, 12)}${ended}`;
}
