import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { formats } from '../formats/registry.ts';
import type { DocumentReference } from '../model/locations.ts';
import { artifactKey, type ReleaseIndex } from '../store/release.ts';
import { accessesOf, accessHash, operationNamesOf } from '../store/release-access.ts';
import { SiteDocuments } from '../store/site.ts';
import { filesBelow } from './fingerprint.ts';
import type { SiteReading } from './read-site.ts';
import { ReleaseWriter } from './release-writer.ts';
import type { Renderer } from './renderer.ts';

/** Texts held back at once. */
const MOST_HELD_CHARACTERS = 32 * 1024 * 1024;

export interface Publication {
  /** Id of the release. */
  readonly release: string;
  /** Versions of APIs. */
  readonly apis: number;
  readonly documents: number;
}

/**
 * Writes every page and every machine format of APIs as one release and switches to it. Of machine formats those of services,
 * groups and schemas are derived from the model when somebody asks.
 * @param folder `dist/documentation`
 * @param renderer machine formats are written while it is on its way
 */
export async function publish(folder: string, site: SiteReading, renderer: Promise<Renderer>): Promise<Publication> {
  const documents = new SiteDocuments(site.apis, { site: site.configuration.site, formats, development: false, accessRule: site.accessRule });
  const references = [...documents.references()];
  const writer = new ReleaseWriter(folder);
  try {
    await writeMachineFormats(writer, documents, references, renderer);
    await writePages(writer, documents, references, await renderer);
    await writeAssets(writer, await renderer);
    const release = await writer.publish({ site: documents.site, entries: documents.entries(), outlines: outlinesOf(documents) });
    return { release, apis: site.apis.length, documents: references.length };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/**
 * Renders while the templates compile, and holds the texts back until that is done: compressing them meanwhile would take the compiler's
 * core, and everything that comes after waits for the compiler.
 */
async function writeMachineFormats(
  writer: ReleaseWriter,
  documents: SiteDocuments,
  references: readonly DocumentReference[],
  compiled: Promise<unknown>,
): Promise<void> {
  let held: (readonly [key: string, text: string])[] = [];
  let heldCharacters = 0;
  const release = async (): Promise<void> => {
    for (const [key, text] of held) await writer.addArtifact(key, text);
    held = [];
    heldCharacters = 0;
  };
  for (const [key, text] of machineFormats(documents, references)) {
    held.push([key, text]);
    heldCharacters += text.length;
    if (heldCharacters > MOST_HELD_CHARACTERS) await release();
  }
  await compiled;
  for (const api of documents.apis()) await writer.addModel(api.record);
  await release();
}

function* machineFormats(documents: SiteDocuments, references: readonly DocumentReference[]): Generator<readonly [key: string, text: string]> {
  for (const reference of references) {
    if (reference.level !== 'list' && reference.level !== 'api') continue;
    const document = documents.document(reference);
    for (const format of formats) {
      if (format.render === null || !format.writtenAtBuild || !format.levels.includes(reference.level)) continue;
      yield [artifactKey(reference, format.name), format.render(document, documents.site)];
    }
  }
}

async function writePages(writer: ReleaseWriter, documents: SiteDocuments, references: readonly DocumentReference[], renderer: Renderer): Promise<void> {
  for (const reference of references) {
    const page = documents.page(documents.document(reference));
    await writer.addArtifact(artifactKey(reference, 'html'), await renderer.renderPage(page));
  }
}

async function writeAssets(writer: ReleaseWriter, { clientFolder }: Renderer): Promise<void> {
  for (const file of filesBelow(clientFolder)) {
    const mediaType = MEDIA_TYPES.find(([ending]) => file.endsWith(ending))?.[1];
    if (mediaType === undefined) continue;
    const path = `/${relative(clientFolder, file).split(sep).join('/')}`;
    await writer.addAsset(path, mediaType, Uint8Array.from(readFileSync(file)));
  }
}

const MEDIA_TYPES = [
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
] as const;

function outlinesOf(documents: SiteDocuments): ReleaseIndex['outlines'] {
  return documents.apis().map((api) => {
    const outline = documents.outline(api.getName(), api.getVersion());
    const operations = operationNamesOf(api);
    const differences = documents.differences(api.getName(), api.getVersion());
    return {
      api: api.getName(),
      version: api.getVersion(),
      services: [...(outline?.services ?? [])],
      groups: [...(outline?.groups ?? [])],
      schemas: [...(outline?.schemas ?? [])],
      operations,
      accessHash: accessHash(accessesOf(api.getName(), api.getVersion(), operations, api.accessRule)),
      ...(differences === undefined ? {} : { differences }),
    };
  });
}
