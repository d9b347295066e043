import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { documentsOf } from '../../discovery/documents.ts';
import {
  CHANGES_SEGMENT,
  DOCUMENTATION_ROOT,
  type DocumentReference,
  documentPath,
  FOLDERS,
} from '../../model/locations.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import type { Documents } from './documents.ts';

type Store = Pick<DocumentationStore, 'site' | 'entries' | 'outline'>;

const MARKDOWN = 'text/markdown';
const EXTENSION = '.md';
/** Maximum size of a resource: serialising more as JSON would delay other requests. */
const MOST_BYTES = 1024 * 1024;
const RESOURCES_ON_A_PAGE = 200;
const CURSOR = /^[1-9]\d{0,6}$/;

/**
 * Returns the URI prefix of the resources, which are the Markdown of all documents: the base URL of the site, or the
 * scheme `documentation:` if the site has none.
 */
function addressIn({ site }: Store): string {
  return site.baseUrl === '' ? 'documentation:' : site.baseUrl;
}

/** Lists one page of resources. @param cursor number of resources to skip; each page contains the next cursor */
export async function listResources(cursor: string | undefined, store: Store): Promise<ListResourcesResult> {
  if (cursor !== undefined && !CURSOR.test(cursor))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor');
  const from = Number(cursor ?? 0);
  const resources: ListResourcesResult['resources'] = [];
  let index = 0;
  for (const document of documentsOf(store)) {
    index += 1;
    if (index <= from) continue;
    if (resources.length === RESOURCES_ON_A_PAGE) return { resources, nextCursor: String(index - 1) };
    resources.push({
      uri: addressIn(store) + documentPath(document, EXTENSION),
      name: nameOf(document),
      ...titleOf(document, store),
      mimeType: MARKDOWN,
    });
  }
  return { resources };
}

/** Formats the name of a document, such as `Library-v1/Book`: its path, decoded. */
function nameOf(document: DocumentReference): string {
  const path = documentPath(document).slice(DOCUMENTATION_ROOT.length + 1);
  return path === '' ? 'APIs' : path.split('/').map(decodeURIComponent).join('/');
}

function titleOf(document: DocumentReference, store: Store): { readonly title?: string } {
  if (document.level === 'list') return { title: store.site.title };
  if (document.level !== 'api') return {};
  const title = store.entries().find(({ name }) => name === document.api)?.title;
  return title === undefined ? {} : { title: `${title}, version ${document.version}` };
}

/** Lists the URI templates of the resources (RFC 6570, level 1). */
export function resourceTemplates(store: Store) {
  const root = addressIn(store) + DOCUMENTATION_ROOT;
  const below = (path: string): string => `${root}/{api}-v{version}${path}${EXTENSION}`;
  const template = (name: string, title: string, uriTemplate: string) => ({
    name,
    title,
    uriTemplate,
    mimeType: MARKDOWN,
  });
  return [
    template('api', 'A version of an API, whole', below('')),
    template('service', 'A service with its operations', below('/{service}')),
    template('schema', 'A schema', below(`/${FOLDERS.schema}/{schema}`)),
    template('group', 'The services of a tag', below(`/${FOLDERS.group}/{group}`)),
    template('guide', 'A guide', below(`/${FOLDERS.guide}/{guide}`)),
    template('changes', 'What changed since the version before', below(`/${CHANGES_SEGMENT}`)),
  ] as const;
}

/** Reads a resource. @throws {@link ResourceNotFoundError} if it is missing, or closed to this reader */
export async function readResource(
  uri: string,
  { store, documents }: { readonly store: Store; readonly documents: Documents },
): Promise<ReadResourceResult> {
  const address = addressIn(store);
  const path = uri.startsWith(address) ? uri.slice(address.length) : '';
  if (!path.startsWith(DOCUMENTATION_ROOT) || !path.endsWith(EXTENSION) || /[?#]/.test(path))
    throw new ResourceNotFoundError(uri);
  const read = await documents.read(path);
  if (read.kind === 'refused' && read.status !== 404)
    throw new ProtocolError(ProtocolErrorCode.InternalError, read.detail);
  if (read.kind === 'refused') throw new ResourceNotFoundError(uri, read.detail);
  if (read.body.byteLength > MOST_BYTES)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'This is too long for one answer. The tools have its parts.',
    );
  return { contents: [{ uri, mimeType: MARKDOWN, text: new TextDecoder().decode(read.body) }] };
}
