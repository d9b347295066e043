import type { IncomingMessage } from 'node:http';
import type { CredentialsRequest } from '../../auth/contract.ts';
import type { Discoverable, DiscoveryFile } from '../../discovery/contract.ts';
import { discoverableOf } from '../../discovery/documents.ts';
import { discoveryFile, SITEMAP_PATH } from '../../discovery/registry.ts';
import type { Format } from '../../formats/contract.ts';
import { negotiateCoding } from '../../http/accept.ts';
import { OPTIONS_HEADERS } from '../../http/document-fields.ts';
import { toEntityTag } from '../../http/entity-tag.ts';
import { NO_ADDRESS, NOTHING_HERE } from '../../http/problem.ts';
import { computedOnce } from '../../model/computed-once.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { compressElsewhere } from '../../store/codings.ts';
import type { Client, DocumentationStore } from '../../store/contract.ts';
import { shortHash } from '../../store/stored-bytes.ts';
import type { Gatekeeper } from '../access/gatekeeper.ts';
import type { PathVerdict } from '../access/path-guard.ts';
import type { DocumentationHandler, SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { busyOrThrow, problemAnswer, readOnlyAnswer } from '../answers/problem-answer.ts';
import type { Route } from '../runtime.ts';
import { guardDocumentation } from './guarded-documentation.ts';
import { conditionalAnswer } from './representation-answer.ts';

interface DiscoveryOptions {
  readonly store: () => DocumentationStore;
  readonly formats: readonly Format[];
  /** Whether the server has the route for language models (Model Context Protocol). */
  readonly hasMcp?: boolean;
}

/** File that is generated from the documentation at the first request for it. */
interface MadeFile {
  readonly tag: string;
  readonly body: Uint8Array;
  readonly compressed: () => Promise<Uint8Array>;
}

/** Creates the handler of discovery files, such as the sitemap; it returns null for other paths. */
export function createDiscovery({ store, formats, hasMcp = false }: DiscoveryOptions): DocumentationHandler {
  const madeFor = computedOnce((_of: DocumentationStore) => new Map<string, Promise<MadeFile | null>>());
  const made = (path: string, write: DiscoveryFile['write'], client: Client) => {
    const published = store();
    const files = madeFor(published);
    const known = files.get(path);
    if (known !== undefined) return known;
    const making = make(write, discoverableOf(published, formats, hasMcp, client));
    files.set(path, making);
    // Missing files and failures are not cached, because the number of possible paths has no limit.
    making.then(
      (file) => file === null && files.delete(path),
      () => files.delete(path),
    );
    return making;
  };
  return (request, caller) => {
    const path = request.target.split('?', 1)[0] ?? '';
    const file = discoveryFile(path);
    if (file === undefined) return null;
    if (request.method === 'OPTIONS') return { kind: 'bytes', status: 204, headers: OPTIONS_HEADERS, body: null };
    const site = (): DocumentationStore['site'] => store().site;
    return readOnlyAnswer(request, site, async () => {
      try {
        const content = await made(path, file.write, () => caller?.().client);
        if (content !== null) return await fileAnswer(request, site(), file, content);
        const detail = path === SITEMAP_PATH ? NO_ADDRESS : NOTHING_HERE;
        return problemAnswer(request, site(), { status: 404, detail });
      } catch (error) {
        return problemAnswer(request, site(), busyOrThrow(error));
      }
    });
  };
}

async function make(write: DiscoveryFile['write'], site: Discoverable): Promise<MadeFile | null> {
  const text = await write(site);
  if (text === null) return null;
  const body = new TextEncoder().encode(text);
  let gzipped: Promise<Uint8Array> | undefined;
  return {
    tag: shortHash(body),
    body,
    compressed() {
      gzipped ??= compressElsewhere(body, 'gzip');
      return gzipped;
    },
  };
}

async function fileAnswer(
  request: SiteRequest,
  site: Site,
  { mediaType, headers = [] }: DiscoveryFile,
  { tag, body, compressed }: MadeFile,
): Promise<SiteAnswer> {
  const coding = negotiateCoding(request.acceptEncoding, ['identity', 'gzip']);
  const entityTag = toEntityTag(coding === 'identity' ? tag : `${tag}-${coding}`);
  const common = [
    ...['Vary', 'Accept-Encoding', 'Cache-Control', 'no-cache', 'ETag', entityTag, ...headers],
    ...['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'ETag, Link'],
    ...['X-Content-Type-Options', 'nosniff'],
  ];
  const notModified = { kind: 'bytes', status: 304, headers: common, body: null } as const;
  const conditional = conditionalAnswer(request, site, entityTag, notModified);
  if (conditional !== undefined) return conditional;
  const sent = coding === 'identity' ? body : await compressed();
  return {
    kind: 'bytes',
    status: 200,
    headers: [
      ...['Content-Type', mediaType, ...common],
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
      ...['Content-Length', String(sent.byteLength)],
    ],
    body: request.method === 'HEAD' ? null : sent,
  };
}

interface DiscoveryRouteOptions {
  readonly discover: DocumentationHandler;
  readonly site: () => Site;
  readonly gatekeeper: Gatekeeper;
  /** Adapter that protects the whole documentation; null: it is public. */
  readonly adapter: string | null;
  /** Returns the verdict of the configuration on the path of a discovery file. */
  readonly verdictOf: (target: string) => PathVerdict;
  readonly credentialsOf: (request: IncomingMessage) => CredentialsRequest;
}

/** Guards discovery files like the documentation, whose content they repeat (DESIGN §3). */
export function discoveryRoute(options: DiscoveryRouteOptions): Route {
  const { discover, site, gatekeeper, adapter, verdictOf, credentialsOf } = options;
  const covers = (target: string): boolean => discoveryFile(target.split('?', 1)[0] ?? '') !== undefined;
  return ({ request, asked }) => {
    if (!covers(asked.target)) return null;
    const verdict = verdictOf(asked.target);
    if (verdict.kind === 'ambiguous') return null;
    const needed = adapter ?? (verdict.kind === 'protected' ? verdict.adapter : null);
    const guarded = guardDocumentation({ handle: discover, site, gatekeeper, adapter: needed, covers });
    return guarded(asked, () => credentialsOf(request));
  };
}
