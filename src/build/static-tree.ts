import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { START_PAGE } from '../file-servers/fields.ts';
import { fileServers } from '../file-servers/registry.ts';
import { writeChecksums } from '../files/checksums.ts';
import { FormatError } from '../formats/contract.ts';
import { twinsOf } from '../formats/twins.ts';
import { Api } from '../model/api.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { type PageEnding, tagsOf } from '../model/language.ts';
import {
  DOCUMENTATION_ROOT,
  type DocumentReference,
  documentPath,
  encodeSegment,
  SEARCH_EXTENSION,
  versionedName,
} from '../model/locations.ts';
import type { Site } from '../model/page/document.ts';
import type { ApiListEntry } from '../model/records.ts';
import { CONFIGURATION_FOLDER, STATIC_FOLDER } from '../project/folders.ts';
import type { ProjectReading } from '../project/read-project.ts';
import { type ArtifactStore, openRelease } from '../store/artifact-store.ts';
import type { Representation, StoredRepresentation } from '../store/contract.ts';
import { SiteDocuments } from '../store/site-documents.ts';
import { writeCopies } from './compressed-copies.ts';
import { basePathOf, moveAssets, type PlainHost, pageFor } from './plain-host.ts';
import type { Renderer } from './renderer.ts';
import { calledOrigins, replaceServerConfiguration, servedSiteOf } from './server-configuration.ts';
import { writeDiscovery } from './static-discovery.ts';
import { linkTo, type PageFormat, pageFile, redirection, withLinks } from './static-links.ts';
import { namesLink, namesPages } from './static-names.ts';
import { writeProblems } from './static-problems.ts';
import { TreeFiles } from './tree-files.ts';

/** What the files are made of, beside the release. */
interface TreeSource {
  /** {@link withoutServer}. */
  readonly project: ProjectReading;
  /** Left out: files for a server that is configured for them, or that are part of another site. */
  readonly plainHost?: PlainHost | undefined;
  readonly pageFormat: PageFormat;
  /** For pages that are otherwise than the release has them. */
  readonly renderPage: Renderer['renderPage'];
}

interface StaticTree {
  readonly files: number;
  /** Documents that no file can be named after, one line each. */
  readonly leftOut: readonly string[];
  /** Paths of the documents. */
  readonly pages: ReadonlySet<string>;
  readonly entries: readonly ApiListEntry[];
  /** Of the API that has most. */
  readonly namesFiles: number;
}

/**
 * The project as files describe it: no server of ours answers there, and so no examples.
 * @param pageEnding of files that are sent as they are; left out: a server is configured to choose among them
 */
export function withoutServer(project: ProjectReading, pageEnding?: PageEnding): ProjectReading {
  const { accessRule, apis, site, problems, diagnostics } = project;
  const sayExamples = new Set(
    apis
      .map((record) => new Api(record, { accessRule }))
      .filter((api) =>
        api
          .getServices()
          .some((service) => service.getAllOperations().some((operation) => operation.hasExamplesHere())),
      )
      .map((api) => versionedName(api.getName(), api.getVersion())),
  );
  return {
    ...project,
    ...(pageEnding !== undefined && {
      site: { ...site, ...triedElsewhere(site), pageEnding },
      problems: problems.filter(isNotOfBasePath),
      diagnostics: diagnostics.filter(isNotOfBasePath),
    }),
    accessRule(operation) {
      const access = accessRule(operation);
      if (!sayExamples.has(versionedName(operation.api, operation.version))) return access;
      const { hasExamples: _, ...without } = access;
      return without;
    },
  };
}

/** A server of ours has none, which is a warning where one may be meant. */
function isNotOfBasePath({ severity, message }: Diagnostic): boolean {
  return severity !== 'warning' || !message.startsWith('platform-documentation.base_url: ');
}

/** Nothing at the address of files answers the calls of a page. */
function triedElsewhere({ trying }: Site): Pick<Site, 'trying'> {
  if (trying === undefined) return {};
  return { trying: { ...trying, apis: trying.apis.map((api) => ({ ...api, isHere: false })) } };
}

/**
 * @param isConfigured for a file server that is configured for them
 * @returns why there can be no files of the documentation: its log-in, which no file asks for, or a path before its
 * addresses, which no configuration of a server knows; undefined: there can
 */
export function staticRefusal(
  { configuration: { access }, site }: ProjectReading,
  isConfigured: boolean,
): string | undefined {
  const base = basePathOf(site.baseUrl);
  if (access.kind === 'public')
    return base === '' || !isConfigured
      ? undefined
      : `platform-documentation.base_url has the path ${base}, for which no file server is configured. Write the ` +
          'address without it, or build with --plain for a host that has the files there.';
  return (
    `The documentation is not written as files: it needs a log-in (${access.name}), which files cannot ask for. ` +
    `Remove platform-documentation.access and paths over ${DOCUMENTATION_ROOT}, or run the server.`
  );
}

/**
 * Replaces a folder by one that any file server can serve: the documentation, what its pages link to, a start page,
 * problems, compressed copies and the checksums of all of them; and beside it the configurations of file servers. For a
 * host that sends files as they are there are neither copies nor configurations.
 * @param release folder of what is published
 * @param clientFolder of what pages link to
 */
export async function replaceStaticTree(
  distFolder: string,
  {
    release,
    clientFolder,
    project,
    renderPage,
    isPlain,
  }: Omit<TreeSource, 'pageFormat' | 'plainHost'> & {
    readonly release: string;
    readonly clientFolder: string;
    readonly isPlain: boolean;
  },
): Promise<StaticTree> {
  const folder = join(distFolder, STATIC_FOLDER);
  const configurations = join(distFolder, CONFIGURATION_FOLDER);
  const draft = `${folder}.draft-${process.pid}`;
  try {
    cpSync(clientFolder, draft, { recursive: true });
    const alone = withoutServer(project, project.site.pageEnding);
    const plainHost = isPlain
      ? { base: basePathOf(alone.site.baseUrl), origins: calledOrigins(alone.site) }
      : undefined;
    const written = await writeStaticTree(draft, release, {
      project: alone,
      renderPage,
      pageFormat: 'directory',
      plainHost,
    });
    const rootFiles = await writeDiscovery(draft, release, alone);
    const start = linkTo((plainHost?.base ?? '') + DOCUMENTATION_ROOT, 'directory');
    writeFileSync(join(draft, START_PAGE), redirection(start));
    const problems = await writeProblems(draft, alone.site, async (page) => {
      const linked = withLinks(textOf(await renderPage(page)), new Set([DOCUMENTATION_ROOT]), 'directory', '');
      return plainHost === undefined ? linked : pageFor(plainHost, linked, undefined);
    });
    if (plainHost !== undefined) {
      moveAssets(draft, plainHost.base);
      // GitHub Pages leaves out folders such as _astro else.
      writeFileSync(join(draft, '.nojekyll'), '');
    }
    const copies = plainHost === undefined ? await writeCopies(draft) : 0;
    writeChecksums(draft);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    if (plainHost === undefined)
      replaceServerConfiguration(configurations, servedSiteOf(alone, written, rootFiles), fileServers);
    else rmSync(configurations, { recursive: true, force: true });
    return { ...written, files: written.files + rootFiles.size + problems + copies };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Writes documentation as files that any file server can serve: every page and every machine format, which the files'
 * extensions say. Without a version in front there is the page alone, and leads to that of the default version.
 * @param folder that is the root of the file server; files in it stay
 * @param release folder of what was published of the site
 * @throws where {@link staticRefusal} says why
 */
export async function writeStaticTree(
  folder: string,
  release: string,
  { project, pageFormat, renderPage, plainHost }: TreeSource,
): Promise<StaticTree> {
  const refusal = staticRefusal(project, false);
  if (refusal !== undefined) throw new Error(refusal);
  const { formats, accessRule } = project;
  const store = openRelease(release, { formats, accessRule });
  const documents = new SiteDocuments(project.apis, { site: project.site, formats, development: false, accessRule });
  const references = [...documents.references()];
  const pages = new Set(references.map((reference) => documentPath(reference)));
  const entries = new Map(documents.entries().map((entry) => [entry.name, entry]));
  const apiNames = new Set([...entries.keys()].map((name) => name.toLowerCase()));
  const taken = new Set(pages);
  const leftOut: string[] = [];
  const files = new TreeFiles(folder);
  const write = (path: string, content: string | Uint8Array): void => {
    const problem = files.write(path, content);
    if (problem !== undefined) leftOut.push(problem);
  };
  const finished = (bytes: Uint8Array, owner: string | undefined, names: string): string => {
    const linked = withLinks(textOf(bytes), pages, pageFormat, names);
    return plainHost === undefined ? linked : pageFor(plainHost, linked, owner);
  };
  for (const reference of references) {
    const here = formats.filter(({ levels }) => levels.includes(reference.level));
    for (const { format, language, extension } of twinsOf(here, tagsOf(project.site))) {
      const representation = await representationOf(store, reference, format.name, language);
      if (typeof representation === 'string') {
        leftOut.push(representation);
        continue;
      }
      const bytes =
        representation.kind === 'page' ? await renderPage(representation.page) : await identityOf(representation);
      const isPage = format.name === 'html';
      const content = isPage ? finished(bytes, ownerOf(reference), namesLink(documents, reference, language)) : bytes;
      const twin = documentPath(reference, extension);
      write(isPage && language === null ? pageFile(documentPath(reference), pageFormat) : twin, content);
    }
    if (reference.level === 'api')
      write(
        documentPath(reference, SEARCH_EXTENSION),
        await identityOf(store.searchShard(reference.api, reference.version)),
      );
    // An API may be named like a version of another, or as another was called before.
    for (const short of addressesOf(reference, entries, apiNames)) {
      if (taken.has(short)) continue;
      taken.add(short);
      const target = (plainHost?.base ?? '') + documentPath(reference);
      write(pageFile(short, pageFormat), redirection(linkTo(target, pageFormat)));
    }
  }
  let namesFiles = 0;
  for (const { path, page, part } of namesPages(documents)) {
    write(path, finished(await renderPage(page), undefined, ''));
    namesFiles = Math.max(namesFiles, part + 1);
  }
  for (const [path, { bytes }] of project.themeAssets) write(path, bytes);
  return { files: files.count, leftOut, pages, entries: documents.entries(), namesFiles };
}

/** Name with version of the API that a document is about. */
function ownerOf(reference: DocumentReference): string | undefined {
  return reference.level === 'list' ? undefined : versionedName(reference.api, reference.version);
}

/** @returns a line that says why a custom format has none */
async function representationOf(
  store: ArtifactStore,
  reference: DocumentReference,
  format: string,
  language: string | null,
): Promise<Representation | string> {
  try {
    return await store.representation(reference, format, undefined, language);
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
}

async function identityOf(representation: StoredRepresentation): Promise<Uint8Array> {
  return representation.body('identity');
}

/**
 * Paths that lead to it: without a version, where that is the default one, and with names that its API had before.
 * @param apiNames in lower case: where files have no case, `books` would be the file of `Books`
 */
function* addressesOf(
  reference: DocumentReference,
  entries: ReadonlyMap<string, ApiListEntry>,
  apiNames: ReadonlySet<string>,
): Generator<string, void, undefined> {
  if (reference.level === 'list') return;
  const { api, version } = reference;
  const { defaultVersion, formerNames = [] } = entries.get(api) ?? {};
  const below = documentPath(reference).slice(documentPath({ level: 'api', api, version }).length);
  for (const name of [api, ...formerNames.filter((former) => !apiNames.has(former.toLowerCase()))]) {
    if (defaultVersion === version) yield `${DOCUMENTATION_ROOT}/${encodeSegment(name)}${below}`;
    if (name !== api) yield documentPath({ level: 'api', api: name, version }) + below;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
