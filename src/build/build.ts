import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readConfiguration } from '../config/read-configuration.ts';
import { formats } from '../formats/registry.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DocumentReference } from '../model/locations.ts';
import { artifactKey, CURRENT_FILE } from '../store/release.ts';
import { SiteDocuments } from '../store/site.ts';
import { filesBelow, fingerprint } from './fingerprint.ts';
import { readSite } from './read-site.ts';
import { ReleaseWriter } from './release-writer.ts';
import type { Renderer } from './renderer.ts';
import { compileRenderer, isRendererCurrent, loadRenderer, rendererFingerprint } from './renderer.ts';
import { DESCRIPTOR_FOLDER } from './site-folders.ts';

const STAMP_FILE = 'inputs.json';

export interface BuildOptions {
  /** The folder with `src/` and `astro.config.mjs`. */
  readonly productFolder: string;
  /** The folder with `api-descriptors/` and `config/`; `dist/` is written there. Commonly the same. */
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Build although nothing has changed. */
  readonly force: boolean;
  /** Publish the APIs that are right without those that are not. */
  readonly keepGoing: boolean;
  /** Warnings count as errors. */
  readonly strict: boolean;
}

export type BuildResult = {
  readonly diagnostics: readonly Diagnostic[];
  /** Of the configuration, one line each. */
  readonly problems: readonly string[];
} & (
  | { readonly kind: 'published'; readonly release: string; readonly apis: number; readonly documents: number }
  | { readonly kind: 'unchanged' }
  /** Nothing was published; what was published before is as it was. */
  | { readonly kind: 'failed' }
);

/** Builds everything into `dist/` and publishes it in one step. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { productFolder, projectFolder } = options;
  const distFolder = join(projectFolder, 'dist');
  const templateHash = rendererFingerprint(productFolder);
  const compiled = isRendererCurrent(distFolder, templateHash);
  const configuration = readConfiguration(projectFolder, options.environment).inputs;
  const inputHash = fingerprint(projectFolder, [DESCRIPTOR_FOLDER], JSON.stringify([templateHash, configuration, options.strict, options.keepGoing]));
  if (!options.force && compiled && isPublished(distFolder, inputHash)) return { kind: 'unchanged', diagnostics: [], problems: [] };

  const abort = new AbortController();
  const compilation = compiled && !options.force ? Promise.resolve() : compileRenderer(productFolder, distFolder, templateHash, abort.signal);
  // It may fail while descriptors are read; it is awaited below.
  compilation.catch(() => undefined);
  const site = await readSite(projectFolder, options.environment);
  const { diagnostics, problems } = site;
  const wrong = problems.length > 0 || diagnostics.some(({ severity }) => options.strict || severity === 'error');
  if (wrong && !(options.keepGoing && problems.length === 0)) {
    abort.abort();
    await compilation.catch(() => undefined);
    return { kind: 'failed', diagnostics, problems };
  }

  const documents = new SiteDocuments(site.apis, { site: site.configuration.site, formats, development: false });
  const writer = new ReleaseWriter(join(distFolder, 'documentation'));
  try {
    const references = [...documents.references()];
    await writeMachineFormats(writer, documents, references);
    await compilation;
    const renderer = await loadRenderer(distFolder);
    await writePages(writer, documents, references, renderer);
    await writeAssets(writer, renderer);
    const release = await writer.publish({ site: documents.site, entries: documents.entries(), outlines: outlinesOf(documents) });
    stamp(distFolder, inputHash);
    return { kind: 'published', release, apis: site.apis.length, documents: references.length, diagnostics, problems };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function writeMachineFormats(writer: ReleaseWriter, documents: SiteDocuments, references: readonly DocumentReference[]): Promise<void> {
  for (const api of documents.apis()) await writer.addModel(api.record);
  for (const reference of references) {
    // Those of services, groups and schemas are derived from the model when somebody asks.
    if (reference.level !== 'list' && reference.level !== 'api') continue;
    const document = documents.document(reference);
    for (const format of formats) {
      if (format.render === null || !format.writtenAtBuild || !format.levels.includes(reference.level)) continue;
      await writer.addArtifact(artifactKey(reference, format.name), format.render(document, documents.site));
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

function outlinesOf(documents: SiteDocuments) {
  return documents.apis().map((api) => {
    const outline = documents.outline(api.getName(), api.getVersion());
    return {
      api: api.getName(),
      version: api.getVersion(),
      services: [...(outline?.services ?? [])],
      groups: [...(outline?.groups ?? [])],
      schemas: [...(outline?.schemas ?? [])],
    };
  });
}

function isPublished(distFolder: string, inputHash: string): boolean {
  const folder = join(distFolder, 'documentation');
  try {
    return existsSync(join(folder, CURRENT_FILE)) && readFileSync(join(folder, STAMP_FILE), 'utf8').trim() === inputHash;
  } catch {
    return false;
  }
}

function stamp(distFolder: string, inputHash: string): void {
  const file = join(distFolder, 'documentation', STAMP_FILE);
  writeFileSync(`${file}.${process.pid}`, `${inputHash}\n`);
  renameSync(`${file}.${process.pid}`, file);
}
