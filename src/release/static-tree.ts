import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeChecksums } from '../files/checksums.ts';
import { FormatError } from '../formats/contract.ts';
import { twinsOf } from '../formats/twins.ts';
import { writeProblem } from '../http/problem.ts';
import { Api } from '../model/api.ts';
import { type PageEnding, tagsOf } from '../model/language.ts';
import {
  basePathOf,
  DOCUMENTATION_ROOT,
  type DocumentReference,
  documentPath,
  encodeSegment,
  SEARCH_EXTENSION,
  versionedName,
} from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import { reasonPhrase } from '../model/status-codes.ts';
import type { ProblemPage } from '../presentation/page-data/document.ts';
import type { Site } from '../presentation/page-data/site.ts';
import { STATIC_FOLDER } from '../project/folders.ts';
import type { ProjectReading } from '../project/project-reading.ts';
import { type ArtifactStore, openRelease } from '../store/artifact-store.ts';
import type { Representation, StoredRepresentation } from '../store/contract.ts';
import { SiteDocuments } from '../store/site-documents.ts';
import { wholeLinks } from '../views/near-links.ts';
import { wordsOf } from '../words/words.ts';
import { type FileHost, pageFor } from './plain-host.ts';
import type { Renderer } from './renderer.ts';
import { linkTo, type PageFormat, pageFile, redirection, withLinks } from './static-links.ts';
import { namesLink, namesPages, TreeFiles, writeCopies, writeDiscovery } from './tree-files.ts';

/** Sources of the static files in addition to the release. */
interface TreeSource {
  /** Result of {@link withoutServer}. */
  readonly project: ProjectReading;
  /** Static file host; left out if the files are part of another site: their pages do not get our security policy. */
  readonly host?: FileHost | undefined;
  readonly pageFormat: PageFormat;
  /** Renders pages that are not in the release. */
  readonly renderPage: Renderer['renderPage'];
}

interface StaticTree {
  readonly files: number;
  /** Messages about documents that were not written, with the reason, one line each. */
  readonly leftOut: readonly string[];
}

/**
 * Project for static files: none of its APIs returns examples as responses, since our server is not running there.
 * @param pageEnding ending of page URLs on hosts that send files unchanged; left out: a server chooses the file
 */
export function withoutServer(project: ProjectReading, pageEnding?: PageEnding): ProjectReading {
  const { accessRule, apis, site } = project;
  const withExamples = new Set(
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
      site: { ...site, ...withoutOwnOrigin(site), pageEnding },
    }),
    accessRule(operation) {
      const access = accessRule(operation);
      if (!withExamples.has(versionedName(operation.api, operation.version))) return access;
      const { hasExamples: _, ...without } = access;
      return without;
    },
  };
}

/**
 * Removes what a static file host cannot answer: calls of an API at the site's own origin, and the page to which
 * providers of tokens lead back.
 */
function withoutOwnOrigin({ trying }: Site): Pick<Site, 'trying'> {
  if (trying === undefined) return {};
  const apis = trying.apis.map(({ logIns: _, isViaServer, ...api }) => ({
    ...api,
    isHere: false,
    origins: isViaServer === true ? [] : api.origins,
  }));
  return { trying: { ...trying, apis } };
}

/** Error message for documentation that cannot be written as files since it needs a log-in; otherwise undefined. */
export function staticRefusal({ configuration: { access } }: ProjectReading): string | undefined {
  if (access.kind === 'public') return undefined;
  return (
    `The documentation is not written as files: it needs a log-in (${access.name}), which files cannot ask for. ` +
    `Remove platform-documentation.access and paths over ${DOCUMENTATION_ROOT}, or run the server.`
  );
}

/**
 * Replaces `dist/static` with files for any file server: documentation, files that its pages link to, a start page, a
 * page for missing files, and checksums. Without `isPlain`, compressed copies are added for servers that can send them.
 * @param release folder of the release
 * @param clientFolder folder of the files that pages link to
 * @param isPlain whether the host compresses files itself
 */
export async function replaceStaticTree(
  distFolder: string,
  {
    release,
    clientFolder,
    project,
    renderPage,
    isPlain,
  }: Omit<TreeSource, 'pageFormat' | 'host'> & {
    readonly release: string;
    readonly clientFolder: string;
    readonly isPlain: boolean;
  },
): Promise<StaticTree> {
  const folder = join(distFolder, STATIC_FOLDER);
  const draft = `${folder}.draft-${process.pid}`;
  try {
    cpSync(clientFolder, draft, { recursive: true });
    const alone = withoutServer(project, project.site.pageEnding);
    const host = { base: basePathOf(alone.site.baseUrl), origins: calledOrigins(alone.site) };
    const written = await writeStaticTree(draft, release, {
      project: alone,
      renderPage,
      pageFormat: 'directory',
      host,
    });
    const rootFiles = await writeDiscovery(draft, release, alone);
    writeFileSync(join(draft, 'index.html'), redirection(linkTo(host.base + DOCUMENTATION_ROOT, 'directory')));
    const missing = withLinks(
      textOf(await renderPage(missingPage(alone.site))),
      new Set([DOCUMENTATION_ROOT]),
      'directory',
      '',
    );
    writeFileSync(join(draft, NOT_FOUND_PAGE), pageFor(host, missing, undefined));
    // Without this file, GitHub Pages leaves out folders such as _astro.
    if (isPlain) writeFileSync(join(draft, '.nojekyll'), '');
    const copies = isPlain ? 0 : await writeCopies(draft);
    writeChecksums(draft);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return { ...written, files: written.files + rootFiles + 1 + copies };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** File that most hosts send if the requested file is missing. */
const NOT_FOUND_PAGE = '404.html';

/** Content of the page for missing files. It is written before any request, so it names no document and no formats. */
function missingPage(site: Site): ProblemPage {
  const [status, title] = [404, reasonPhrase(404)];
  const json = writeProblem({ status, title, detail: wordsOf({}).say('problem.nothingAtPath') });
  const detail = wordsOf(site).say('problem.nothingAtPath');
  return { kind: 'problem', site, problem: { status, title, detail, suggestions: [], available: [], allow: [], json } };
}

/** Versioned name of an API → origins that its pages may call. */
function calledOrigins({ trying }: Site): ReadonlyMap<string, readonly string[]> {
  return new Map(
    (trying?.apis ?? [])
      .filter(({ origins }) => origins.length > 0)
      .map(({ name, version, origins }) => [versionedName(name, version), origins]),
  );
}

/**
 * Writes documentation as files for any file server: every page, and every machine format under its extension. Pages,
 * but not machine formats, also have an address without a version, which redirects to the default version.
 * @param folder root of the file server; existing files stay
 * @param release folder of the published release
 * @throws an error with the message of {@link staticRefusal}, if there is one
 */
export async function writeStaticTree(
  folder: string,
  release: string,
  { project, pageFormat, renderPage, host }: TreeSource,
): Promise<StaticTree> {
  const refusal = staticRefusal(project);
  if (refusal !== undefined) throw new Error(refusal);
  const { formats, accessRule } = project;
  const store = openRelease(release, { formats, accessRule });
  const documents = new SiteDocuments(project.apis, { site: project.site, formats, development: false, accessRule });
  const references = [...documents.references()];
  const base = basePathOf(project.site.baseUrl);
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
  const finished = (page: string, owner: string | undefined, names: string): string => {
    const linked = withLinks(page, pages, pageFormat, names);
    return host === undefined ? linked : pageFor(host, linked, owner);
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
      // The file of a page may be in a folder of its own.
      const page = (): string => wholeLinks(textOf(bytes), base + documentPath(reference));
      const content = isPage ? finished(page(), ownerOf(reference), namesLink(documents, reference, language)) : bytes;
      const twin = documentPath(reference, extension);
      write(isPage && language === null ? pageFile(documentPath(reference), pageFormat) : twin, content);
    }
    if (reference.level === 'api')
      write(
        documentPath(reference, SEARCH_EXTENSION),
        await identityOf(await store.searchShard(reference.api, reference.version)),
      );
    // The address may be taken: an API may be named like a version or a former name of another API.
    for (const short of addressesOf(reference, entries, apiNames)) {
      if (taken.has(short)) continue;
      taken.add(short);
      const target = base + documentPath(reference);
      write(pageFile(short, pageFormat), redirection(linkTo(target, pageFormat)));
    }
  }
  for (const { path, page } of namesPages(documents))
    write(path, finished(textOf(await renderPage(page)), undefined, ''));
  for (const [path, { bytes }] of project.themeAssets) write(path, bytes);
  return { files: files.count, leftOut };
}

/** Versioned name of the API that a document is about. */
function ownerOf(reference: DocumentReference): string | undefined {
  return reference.level === 'list' ? undefined : versionedName(reference.api, reference.version);
}

/** @returns the representation, or the error message of a custom format that failed */
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
 * Addresses that redirect to a document: without the version, if it is the default version, and with former API names.
 * @param apiNames in lower case: on a case-insensitive file system, `books` would be the file of `Books`
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
