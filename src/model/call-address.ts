import type { Api } from './api.ts';
import { basePathOf } from './locations.ts';
import type { ServerObject } from './openapi-objects.ts';
import type { Operation } from './operation.ts';
import { isHere, withDefaults, withoutSlashes } from './servers.ts';

/** Address of an operation. Its URL is the origin followed directly by any of the paths. */
export interface CallAddress {
  /** Start of the URL, such as `https://docs.example.com/v2`; for this site possibly only `/v2` or `''`. */
  readonly origin: string;
  /** URI templates; the first is the main one. */
  readonly paths: readonly string[];
  /** Server of the descriptor; null if this site answers. */
  readonly server: ServerObject | null;
}

/**
 * Prefix before the base path in paths of this site: `/v2` for a version other than the default one, else `''`
 * (DESIGN §8).
 */
export function versionPrefix(api: Api): string {
  return api.getVersion() === api.getDefaultVersion() ? '' : `/v${api.getVersion()}`;
}

/**
 * Address of an operation: on this site if {@link Operation.isAnsweredHere}, else on the descriptor's server.
 * @param baseUrl base URL of this site without a final slash
 */
export function callAddress(operation: Operation, baseUrl: string): CallAddress {
  const { record, service } = operation;
  const { api } = service;
  if (operation.isAnsweredHere())
    return { origin: baseUrl + versionPrefix(api), paths: operation.getPaths(), server: null };
  const [own] = record.servers;
  if (own !== undefined) return { origin: addressOf(own), paths: record.paths, server: own };
  const [server = { url: '' }] = api.record.servers;
  // The base path comes from the URL of this server and is already part of the paths.
  const address = addressOf(server);
  const { basePath } = api.record;
  return {
    origin: basePath !== '' && address.endsWith(basePath) ? address.slice(0, -basePath.length) : address,
    paths: operation.getPaths(),
    server,
  };
}

/** Paths on this site with example responses for an operation that clients call at another host. */
export function examplePaths(operation: Operation): readonly string[] {
  return operation.hasExamplesHere()
    ? operation.getPaths().map((path) => versionPrefix(operation.service.api) + path)
    : [];
}

/**
 * Servers of an API, the main server first: those of the descriptor, and this site if it answers. Never empty.
 */
export function serversOf(api: Api, baseUrl: string): readonly ServerObject[] {
  return withSite(api.record.servers, api.isAnsweredHere(), api, baseUrl);
}

/** Servers of an operation that has its own, with this site if it answers (never for webhooks); else empty. */
export function operationServers(operation: Operation, baseUrl: string): readonly ServerObject[] {
  const { servers } = operation.record;
  if (operation.service.getKind() === 'webhook') return servers;
  return servers.length === 0 ? [] : withSite(servers, operation.isAnsweredHere(), operation.service.api, baseUrl);
}

function addressOf(server: ServerObject): string {
  const url = withoutSlashes(withDefaults(server));
  return url.startsWith('//') ? `https:${url}` : url;
}

/** Prepends the address of this site if the site answers and the first server has a different address. */
function withSite(
  servers: readonly ServerObject[],
  isAnswered: boolean,
  api: Api,
  baseUrl: string,
): readonly ServerObject[] {
  const path = versionPrefix(api) + api.record.basePath;
  const prefix = basePathOf(baseUrl) + versionPrefix(api);
  const listed = servers.map((server) => below(server, prefix));
  const [first] = listed;
  const isTold =
    first !== undefined && isHere(first) && withoutSlashes(withDefaults(first)) === basePathOf(baseUrl) + path;
  return isTold || !isAnswered ? listed : [{ url: baseUrl + path || '/' }, ...listed];
}

/**
 * Adds the path of the site and of the version to a server URL on this site, which otherwise means the root of the host
 * and the default version: `/docs/v2/library`.
 */
function below(server: ServerObject, prefix: string): ServerObject {
  if (prefix === '' || !isHere(server)) return server;
  return { ...server, url: withoutSlashes(`${prefix}/${server.url.replace(/^\//, '')}`) };
}
