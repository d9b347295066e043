import type { Api } from './api.ts';
import type { ServerObject } from './openapi-objects.ts';
import type { Operation } from './operation.ts';
import { isHere, withDefaults, withoutSlashes } from './servers.ts';

/** Address of an operation: any of the paths right after the origin. */
export interface CallAddress {
  /** `https://api.example.com`, `https://docs.example.com/v2`; for this site it may be nothing but `/v2` or `''`. */
  readonly origin: string;
  /** URI templates, the main one first. */
  readonly paths: readonly string[];
  /** The descriptor's server; null where this site answers. */
  readonly server: ServerObject | null;
}

/**
 * Prefix of the paths at this site for a version that is not the default one: `/v2`, else `''` (DESIGN §8). It stands
 * before the base path.
 */
export function versionPrefix(api: Api): string {
  return api.getVersion() === api.getDefaultVersion() ? '' : `/v${api.getVersion()}`;
}

/**
 * The address of an operation: at this site where it answers ({@link Operation.isAnsweredHere}), else at its server.
 * @param baseUrl of this site, without a slash at its end
 */
export function callAddress(operation: Operation, baseUrl: string): CallAddress {
  const { record, service } = operation;
  const { api } = service;
  if (operation.isAnsweredHere())
    return { origin: baseUrl + versionPrefix(api), paths: operation.getPaths(), server: null };
  const [own] = record.servers;
  if (own !== undefined) return { origin: addressOf(own), paths: record.paths, server: own };
  const [server = { url: '' }] = api.record.servers;
  // The base path was read from this server, and stands in the paths.
  const address = addressOf(server);
  const { basePath } = api.record;
  return {
    origin: basePath !== '' && address.endsWith(basePath) ? address.slice(0, -basePath.length) : address,
    paths: operation.getPaths(),
    server,
  };
}

/** Paths at which this site answers with examples for an operation that is called elsewhere. */
export function examplePaths(operation: Operation): readonly string[] {
  return operation.hasExamplesHere()
    ? operation.getPaths().map((path) => versionPrefix(operation.service.api) + path)
    : [];
}

/**
 * The servers of an API, the one that is called first: the descriptor's, and this site where it answers. Never empty.
 */
export function serversOf(api: Api, baseUrl: string): readonly ServerObject[] {
  return withSite(api.record.servers, api.isAnsweredHere(), api, baseUrl);
}

/** The same for an operation with servers of its own; else empty. A webhook is called elsewhere. */
export function operationServers(operation: Operation, baseUrl: string): readonly ServerObject[] {
  const { servers } = operation.record;
  if (operation.service.getKind() === 'webhook') return servers;
  return servers.length === 0 ? [] : withSite(servers, operation.isAnsweredHere(), operation.service.api, baseUrl);
}

function addressOf(server: ServerObject): string {
  const url = withoutSlashes(withDefaults(server));
  return url.startsWith('//') ? `https:${url}` : url;
}

/** Puts this site's address first where it answers and the first server is not the same address. */
function withSite(
  servers: readonly ServerObject[],
  isAnswered: boolean,
  api: Api,
  baseUrl: string,
): readonly ServerObject[] {
  const base = versionPrefix(api) + api.record.basePath;
  const listed = servers.map((server) => inVersion(server, versionPrefix(api)));
  const [first] = listed;
  const isTold = first !== undefined && isHere(first) && withoutSlashes(withDefaults(first)) === base;
  return isTold || !isAnswered ? listed : [{ url: baseUrl + base || '/' }, ...listed];
}

/** `/library` → `/v2/library`, wherever a URL would lead to the default version. */
function inVersion(server: ServerObject, prefix: string): ServerObject {
  if (prefix === '' || !isHere(server)) return server;
  return { ...server, url: withoutSlashes(`${prefix}/${server.url.replace(/^\//, '')}`) };
}
