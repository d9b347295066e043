import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FormatError } from '../formats/contract.ts';
import { html } from '../formats/html/html.ts';
import type { DocumentReference } from '../model/locations.ts';
import { documentPath } from '../model/locations.ts';
import type { Page, Site } from '../model/page/document.ts';
import { closedAtBuild } from '../project/closed-at-build.ts';
import { filesBelow } from '../project/fingerprint.ts';
import type { ProjectReading } from '../project/read-project.ts';
import { searchEntries } from '../search/entries.ts';
import { writeShard } from '../search/shard-writer.ts';
import { artifactKey, modelKey, type ReleaseIndex } from '../store/release.ts';
import { accessesOf, accessHash, operationNamesOf } from '../store/release-access.ts';
import { SiteDocuments } from '../store/site-documents.ts';
import type { MachineArtifact } from './machine-formats.ts';
import { countMachineArtifacts, languagesOf, machineArtifacts } from './machine-formats.ts';
import { MarkdownAhead } from './markdown-ahead.ts';
import { ReleaseWriter } from './release-writer.ts';
import type { Renderer } from './renderer.ts';
import { TemplateError } from './renderer.ts';
import { samplePages } from './sample-pages.ts';

/** Texts held back at once. */
const MOST_HELD_CHARACTERS = 32 * 1024 * 1024;

interface Publication {
  /** Id of the release. */
  readonly release: string;
  /** Versions of APIs. */
  readonly apis: number;
  readonly documents: number;
  /** What custom formats could not render and was left out. */
  readonly failures: readonly FormatError[];
}

interface PublishOptions {
  /** Publish without the documents that custom formats cannot render. */
  readonly keepGoing: boolean;
  /** Compress everything anew, though the release before has it. */
  readonly force?: boolean;
  /** Ends it before the next document. */
  readonly signal?: AbortSignal;
  /** Called with every document that was written. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Templates on their way. */
interface Templates {
  /** Done when no compiler needs the cores any more. */
  readonly compilation: Promise<unknown>;
  readonly renderer: Promise<Renderer>;
}

/** Custom formats cannot render some documents, and nothing is published without them. */
export class FormatFailures extends Error {
  readonly failures: readonly FormatError[];

  constructor(failures: readonly FormatError[]) {
    super(failures.map(({ message }) => message).join('\n'));
    this.failures = failures;
  }
}

/**
 * Writes every page and every machine format of APIs as one release and switches to it. Of machine formats those of
 * services, groups and schemas are derived from the model at a request.
 * @param folder `dist/documentation`
 * @param templates machine formats are written while they are compiled
 * @throws {@link FormatFailures}, and what the signal says
 */
export async function publish(
  folder: string,
  site: ProjectReading,
  { compilation, renderer }: Templates,
  options: PublishOptions,
): Promise<Publication> {
  const { formats } = site;
  const documents = new SiteDocuments(site.apis, {
    site: site.site,
    formats,
    development: false,
    accessRule: site.accessRule,
  });
  const references = [...documents.references()];
  const writer = new ReleaseWriter(folder, { reuses: options.force !== true });
  const languages = languagesOf(html, site.site);
  const total = references.length * languages.length + countMachineArtifacts(references, formats, site.site);
  let done = 0;
  const step = (): void => {
    options.signal?.throwIfAborted();
    done += 1;
    options.onProgress?.(done, total);
  };
  let markdown: MarkdownAhead | undefined;
  try {
    markdown = new MarkdownAhead(site.apis);
    const failures: FormatError[] = [];
    const artifacts = machineArtifacts(documents, references, formats, (failure) => failures.push(failure));
    for (const record of site.apis) writer.addModel(record);
    await writeMachineFormats(writer, artifacts, compilation, step);
    if (failures.length > 0 && !options.keepGoing) throw new FormatFailures(failures);
    markdown.deliver((await renderer).rememberMarkdown);
    for (const api of documents.visible())
      await writer.addShard(modelKey(api.getName(), api.getVersion()), writeShard(searchEntries(api)));
    await writePages(writer, { documents, references, languages, renderer: await renderer, step });
    await tryOtherPages(documents.site, await renderer);
    await writeAssets(writer, await renderer);
    for (const [path, { mediaType, bytes }] of site.themeAssets) await writer.addAsset(path, mediaType, bytes);
    options.signal?.throwIfAborted();
    const outlines = outlinesOf(documents);
    const closed = closedAtBuild(site, outlines);
    const release = await writer.publish({
      site: documents.site,
      entries: documents.entries(),
      outlines,
      ...(closed && { closed }),
      ...(site.removed.length > 0 && { removed: site.removed }),
    });
    return { release, apis: site.apis.length, documents: references.length, failures };
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    await markdown?.close();
  }
}

/**
 * Renders while the templates compile, and holds the texts back until that is done: compressing them meanwhile would
 * take the compiler's core, and everything that comes after waits for the compiler. Templates that are compiled already
 * hold nothing back.
 */
async function writeMachineFormats(
  writer: ReleaseWriter,
  artifacts: AsyncIterable<MachineArtifact>,
  compilation: Promise<unknown>,
  step: () => void,
): Promise<void> {
  let held: MachineArtifact[] = [];
  let heldCharacters = 0;
  let isCompiled = false;
  const compiled = compilation.then(() => {
    isCompiled = true;
  });
  // Awaited below; a failure before that would end the process otherwise.
  compiled.catch(() => undefined);
  const release = async (): Promise<void> => {
    for (const { key, content, headers } of held) await writer.addArtifact(key, content, headers);
    held = [];
    heldCharacters = 0;
  };
  for await (const artifact of artifacts) {
    held.push(artifact);
    heldCharacters += artifact.content.length;
    // The compiler's end is an event of the loop, and so is Ctrl-C.
    await setImmediate();
    step();
    if (isCompiled || heldCharacters > MOST_HELD_CHARACTERS) await release();
  }
  await compiled;
  await release();
}

interface PagesOptions {
  readonly documents: SiteDocuments;
  readonly references: readonly DocumentReference[];
  readonly languages: readonly (string | null)[];
  readonly renderer: Renderer;
  readonly step: () => void;
}

async function writePages(
  writer: ReleaseWriter,
  { documents, references, languages, renderer, step }: PagesOptions,
): Promise<void> {
  for (const language of languages) {
    const spoken = documents.inLanguage(language);
    for (const reference of references) {
      const page = spoken.page(spoken.document(reference));
      const bytes = await rendered(renderer, page, documentPath(reference));
      await writer.addArtifact(artifactKey(reference, html.name, language), bytes);
      // Rendering alone lets nothing else happen, Ctrl-C neither.
      await setImmediate();
      step();
    }
  }
}

/**
 * A server renders these when they are asked for: what is wrong with a layout there would take every one of them away.
 */
async function tryOtherPages(site: Site, renderer: Renderer): Promise<void> {
  for (const { title, page } of samplePages(site)) await rendered(renderer, page, title);
}

/** @param title for people */
function rendered({ renderPage }: Renderer, page: Page, title: string): Promise<Uint8Array<ArrayBuffer>> {
  return renderPage(page).catch((error: unknown) => {
    throw new TemplateError(
      `The page of ${title} cannot be rendered: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
}

async function writeAssets(writer: ReleaseWriter, { clientFolder }: Renderer): Promise<void> {
  if (clientFolder === null) return;
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
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.woff', 'font/woff'],
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
      guides: [...(outline?.guides ?? [])],
      schemas: [...(outline?.schemas ?? [])],
      operations,
      accessHash: accessHash(accessesOf(api.getName(), api.getVersion(), operations, api.accessRule)),
      ...(differences === undefined ? {} : { differences }),
    };
  });
}
