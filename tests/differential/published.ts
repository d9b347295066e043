import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '../../src/formats/registry.ts';
import { openToEveryone } from '../../src/model/access.ts';
import { type DocumentReference, documentPath } from '../../src/model/locations.ts';
import { withExamples } from '../../src/project/access-rule.ts';
import { type ArtifactStore, openRelease } from '../../src/store/artifact-store.ts';
import type { DocumentationStore } from '../../src/store/contract.ts';
import type { HtmlPages } from '../readers/html.ts';
import { HtmlPage } from '../readers/html-page.ts';
import { mapOf } from '../readers/raw-document.ts';

/** Opens what a build published below `dist/`, of a site that configures nothing. @throws when nothing is published */
export function openPublished(distFolder: string): ArtifactStore {
  const folder = join(distFolder, 'documentation');
  const id = readFileSync(join(folder, 'current'), 'utf8').trim();
  const store = openRelease(join(folder, 'releases', id), { formats });
  return store.withAccessRule(withExamples(openToEveryone, [], new Set(store.unanswered())));
}

/** The bytes that a client would get, as text. */
export async function publishedText(
  store: DocumentationStore,
  reference: DocumentReference,
  format: string,
): Promise<string> {
  const representation = await store.representation(reference, format);
  if (representation.kind !== 'bytes') throw new Error(`${documentPath(reference)} is not written.`);
  return Buffer.from(await representation.body('identity')).toString('utf8');
}

/**
 * Every page of one version of an API.
 * @param edit changes each page before it is read: how tests lose things on purpose
 */
export async function publishedPages(
  store: DocumentationStore,
  api: string,
  version: number,
  edit = (html: string): string => html,
): Promise<HtmlPages> {
  const outline = store.outline(api, version);
  if (outline === undefined) throw new Error(`${api} version ${version} is not published.`);
  const page = async (reference: DocumentReference): Promise<HtmlPage> =>
    new HtmlPage(edit(await publishedText(store, reference, 'html')), documentPath(reference));
  const services: HtmlPage[] = [];
  for (const service of outline.services) services.push(await page({ level: 'service', api, version, name: service }));
  const schemas = new Map<string, HtmlPage>();
  for (const schema of outline.schemas)
    schemas.set(schema, await page({ level: 'schema', api, version, name: schema }));
  const document = mapOf(JSON.parse(await publishedText(store, { level: 'api', api, version }, 'json')));
  const basePath = String(document['base_path'] ?? '');
  return { overview: await page({ level: 'api', api, version }), services, schemas, basePath };
}
