import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadSchemes } from '../../auth/schemes/registry.ts';
import { fieldsOf } from '../../http/header-list.ts';
import { NOTHING_HERE } from '../../http/problem.ts';
import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import { isOtherSpelling, withinSite } from '../base-path.ts';
import { composeProduction, type ProductionOptions } from '../compose-production.ts';
import { logText } from '../log.ts';
import { clientTarget, forgetPlatformFields, notesOf } from '../node/node-request.ts';
import { refuseRequest } from '../node/refused-requests.ts';
import { createRequestListener, type PassOn } from '../node/request-listener.ts';
import {
  type Documentation,
  type HostOptions,
  type Identify,
  LIMIT_SECONDS,
  type NodeHandler,
  withinLimit,
} from './contract.ts';
import { createFetchBridge } from './fetch-bridge.ts';

type MountOptions = Omit<ProductionOptions, 'schemes' | 'log' | 'environment' | 'projectFolder'> &
  HostOptions & { readonly projectFolder: string };

/** Part of the host in a request. */
interface Visit {
  /** Target as the host gave it, which its own routes read. */
  readonly url: string | undefined;
  /** Lets the host answer. */
  readonly leave: () => void;
}

/**
 * Composes the production server without a socket of its own.
 * @throws if nothing is published, or if the configuration is unusable
 */
export async function mount(options: MountOptions): Promise<Documentation> {
  const { identify, renderPage } = options;
  const log = (message: unknown): void => options.log(logText(message));
  const production = composeProduction({ ...options, isMounted: true, log, schemes: await loadSchemes() });
  await production.loaded;
  const visits = new WeakMap<IncomingMessage, Visit>();
  const listener = createRequestListener({
    runtime: production.runtime,
    table: ({ routes }) => routes,
    renderPage,
    passOn: leaving(visits),
    log,
  });
  let hasWarned = false;
  const warn = (message: string): void => {
    if (!hasWarned) log(message);
    hasWarned = true;
  };
  let isClosed = false;

  const answer = ({ request, response, url, leave, hostRequest, context }: VisitedRequest): void => {
    if (response.headersSent || response.destroyed) return;
    if (isClosed) {
      refuseRequest(response, 503, 'The documentation is closed.');
      return;
    }
    const { basePath } = production.runtime();
    // A route or a guard of the host could read the path differently.
    if (isOtherSpelling(clientTarget(request), basePath)) {
      refuseRequest(response, 404, NOTHING_HERE);
      return;
    }
    if (leave !== undefined) {
      const sent = sentTarget(request, basePath, warn);
      if (sent === null) {
        forgetPlatformFields(request);
        leave();
        return;
      }
      visits.set(request, { url, leave });
      request.url = sent;
    }
    const notes = notesOf(request);
    notes.identity = null;
    let user: Promise<string | null> | undefined;
    notes.hostUser = identify && (() => (user ??= userOf(identify, hostRequest, context, log)));
    listener(request, response, false);
  };

  // With four parameters without a default, Express would take it for a handler of errors.
  const handler: NodeHandler = (request, response, next, context = undefined) =>
    new Promise((resolve, reject) => {
      // An answer that has ended emits no event any more.
      if (response.writableEnded || response.destroyed) return resolve(undefined);
      response.once('close', () => resolve(undefined));
      const leave = next && ((): void => void new Promise((done) => done(next())).then(resolve, reject));
      answer({ request, response, url: request.url, leave, hostRequest: request, context });
    });
  const bridge = createFetchBridge({
    answer: (bridged) => answer({ ...bridged, url: bridged.request.url }),
    clientAddress: options.clientAddress,
  });
  return {
    handler,
    fetch: bridge.fetch,
    async close() {
      if (isClosed) return;
      isClosed = true;
      bridge.close();
      await production.close();
    },
  };
}

/** Request with the parts of its host. */
interface VisitedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string | undefined;
  /** Undefined: the host answers nothing itself. */
  readonly leave: (() => void) | undefined;
  /** Request as {@link Identify} gets it. */
  readonly hostRequest: IncomingMessage | Request;
  readonly context: unknown;
}

/** Leaves requests for other addresses to the host, with the header fields and the user of the route. */
function leaving(visits: WeakMap<IncomingMessage, Visit>): PassOn {
  return ({ request, response, asked }, { identity, headers }, { basePath }) => {
    const visit = visits.get(request);
    // The path of the site itself is redirected to the documentation.
    const isOwnRoot = basePath !== '' && asked.target.split('?', 1)[0] === '/';
    if (visit === undefined || isOwnRoot) return null;
    visits.delete(request);
    // The host has answered meanwhile, such as after its own limit of time.
    if (response.headersSent) return Promise.resolve();
    for (const [name, value] of fieldsOf(headers)) response.appendHeader(name, value);
    if (visit.url !== undefined) request.url = visit.url;
    // Upstreams get the same field; a value that the client sent has been removed.
    if (identity.kind === 'authenticated') request.headers['x-platform-identity'] = encodeURIComponent(identity.name);
    visit.leave();
    return Promise.resolve();
  };
}

/**
 * Target that the client sent.
 * @returns null if it is not below the path of the site: a host may guard that path, so no other leads to the site
 */
function sentTarget(request: IncomingMessage, basePath: string, warn: (message: string) => void): string | null {
  const { url = '/' } = request;
  const sent = clientTarget(request);
  if (basePath === '') {
    const isMountedBelow = sent !== url && sent.endsWith(url);
    if (isMountedBelow)
      warn(
        `platform-documentation.base_url: The handler is mounted below ${sent.slice(0, -url.length)}. Add this path.`,
      );
    return isMountedBelow ? null : url;
  }
  if (withinSite(sent, basePath) !== sent) return sent;
  if (sent.startsWith(DOCUMENTATION_ROOT))
    warn(`${DOCUMENTATION_ROOT} was requested without ${basePath}. If the host removes it, pass on whole addresses.`);
  return null;
}

const SLOW_IDENTIFY = `identify has not answered within ${LIMIT_SECONDS} s. Give it a limit of its own.`;
/** Longest name of a user; we chose the value. */
const MOST_NAME_LENGTH = 256;

/**
 * Asks the host for its user.
 * @throws without details if the host throws, or if its answer is neither a user nor null
 */
async function userOf(
  identify: Identify,
  request: IncomingMessage | Request,
  context: unknown,
  log: (message: unknown) => void,
): Promise<string | null> {
  try {
    const user: unknown = await withinLimit(() => identify(request, context), SLOW_IDENTIFY);
    if (user === null || user === undefined) return null;
    const name: unknown = typeof user === 'object' ? Reflect.get(user, 'name') : undefined;
    if (typeof name === 'string' && isName(name)) return name;
    throw new Error('identify returned neither { name } nor null. Return the name of the user as text.');
  } catch (error) {
    log(error);
    throw new Error('The host cannot identify the user.');
  }
}

/** Whether a text may name a user: `@` marks groups in access rules. */
function isName(name: string): boolean {
  return name !== '' && name.length <= MOST_NAME_LENGTH && !name.startsWith('@') && !/\p{Cc}|\p{Cs}/u.test(name);
}
