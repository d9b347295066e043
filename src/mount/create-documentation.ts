import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MAX_FILE_BYTES, tooLarge } from '../descriptors/parse.ts';
import { bytesWithin } from '../http/bytes-within.ts';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../http/problem.ts';
import { reasonPhrase } from '../model/status-codes.ts';
import { loadEntry } from '../release/renderer.ts';
import { log as printError } from '../server/log.ts';
import {
  type Documentation,
  type HostOptions,
  type Identify,
  LIMIT_SECONDS,
  withinLimit,
} from '../server/mounted/contract.ts';
import { clientTarget, forgetPlatformFields } from '../server/node/node-request.ts';
import { type Descriptions, type DescriptorSource, type MemoryProject, writeMemoryProject } from './memory-project.ts';

export interface DocumentationOptions {
  /** Folder that "platform-docs build" wrote. Default: `dist`, unless `descriptors` are given. */
  readonly dist?: string;
  /** APIs to document without a build, by name; `Library/v2` names a version. For small APIs, in development. */
  readonly descriptors?: Readonly<Record<string, DescriptorSource>>;
  /** With `descriptors`: settings with the keys of `config/autoload`; paths of files in them are absolute. */
  readonly configuration?: object;
  /**
   * Asks the log-in of the host for the user of a request. A user counts as authenticated wherever an adapter would be
   * asked; without one, adapters are asked. If it throws, requests that need a log-in get 503.
   */
  identify?(...asked: Parameters<Identify>): ReturnType<Identify>;
  /** Address of the client of a `fetch` request. Default: unknown; all clients share limits of failed log-ins. */
  clientAddress?(request: Request, context: unknown): string | undefined;
  /** Receives messages for the operator. Default: standard error. */
  readonly log?: (message: string) => void;
}

/** Exports of the compiled server. */
interface ServerEntry {
  readonly mode: string;
  readonly renderPage: Awaited<ReturnType<typeof loadEntry>>['renderPage'];
  mountDocumentation?(host: HostOptions): Promise<Documentation>;
}

/**
 * Creates the documentation for the server of the calling program.
 * @throws an error with place, problem and remedy if nothing can be served
 */
export async function createDocumentation(options: DocumentationOptions = {}): Promise<Documentation> {
  const { dist, descriptors, configuration, identify, clientAddress, log = printError } = options;
  checkNode();
  const host: HostOptions = { identify, clientAddress, log, environment: process.env };
  if (descriptors === undefined) {
    if (configuration !== undefined)
      throw new Error('configuration: Settings of a build are those of its project. Write them into config/autoload.');
    return mountEntry(resolve(dist ?? 'dist', 'server/entry.mjs'), host);
  }
  if (dist !== undefined)
    throw new Error('descriptors: A build has its own descriptors. Leave out "descriptors" or "dist".');
  const sources = Object.entries(descriptors);
  checkSources(sources);
  const compose: Compose = async (given) =>
    mountProject(await writeMemoryProject(given, configuration ?? {}, process.env, log), host);
  const isKnown = sources.every(([, source]) => typeof source !== 'function' && !(source instanceof URL));
  return isKnown ? compose(await readSources(sources, new Map())) : new LateDocumentation(sources, compose, log);
}

const OLDEST_NODE = [22, 12] as const;

function checkNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    throw new Error(`Node ${process.versions.node} is too old. Use ${OLDEST_NODE.join('.')} or newer.`);
}

async function mountEntry(entry: string, host: HostOptions): Promise<Documentation> {
  if (!existsSync(entry))
    throw new Error(`${entry}: The file is missing. Run "platform-docs build", or give the folder as "dist".`);
  const { mountDocumentation }: ServerEntry = await loadEntry(pathToFileURL(entry));
  if (mountDocumentation === undefined)
    throw new Error(`${entry}: An older version has built it, which cannot be mounted. Run "platform-docs build".`);
  return mountDocumentation(host);
}

async function mountProject(project: MemoryProject, host: HostOptions): Promise<Documentation> {
  try {
    const { handler, fetch, close } = await mountEntry(project.entry, {
      ...host,
      projectFolder: project.projectFolder,
    });
    return { handler, fetch, close: () => close().finally(project.remove) };
  } catch (error) {
    project.remove();
    throw error;
  }
}

type Sources = readonly (readonly [path: string, source: DescriptorSource])[];

const PATH = /^(?!\.)[^\\/:\p{Cc}]+(?:\/(?!\.)[^\\/:\p{Cc}]+)*$/u;

function checkSources(sources: Sources): void {
  if (sources.length === 0) throw new Error('descriptors: No API is given. Name one: { Library: … }.');
  for (const [path, source] of sources) {
    if (!PATH.test(path))
      throw new Error(`descriptors: "${path}" cannot name a descriptor. Write a name such as Library or Library/v2.`);
    if (!['string', 'function'].includes(typeof source) && !isObject(source))
      throw new Error(`descriptors.${path}: The value is no descriptor. Give an object, a text, a function or a URL.`);
    if (source instanceof URL && (!/^https?:$/.test(source.protocol) || source.username + source.password !== ''))
      throw new Error(`descriptors.${path}: The URL cannot be fetched. Give an HTTP URL without a password.`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Marks requests of {@link readSources}, which may reach the program itself. */
const OWN_FIELD = 'x-documentation-request';
/** Targets of our own requests by values of {@link OWN_FIELD}: a server might send a value back for another target. */
type Marks = Map<unknown, string>;

const SLOW_FUNCTION = `The function has not answered within ${LIMIT_SECONDS} s. If it asks this program, give its URL`;

/** Asks functions and fetches URLs. */
async function readSources(sources: Sources, marks: Marks): Promise<Descriptions> {
  const read = async ([path, source]: Sources[number]): Promise<[string, object | string]> => {
    try {
      const given: unknown =
        source instanceof URL
          ? await fetched(source, marks)
          : typeof source === 'function'
            ? await withinLimit(() => source(), SLOW_FUNCTION)
            : source;
      if (typeof given === 'string' || isObject(given)) return [path, given];
      throw new Error('The function returned no descriptor. Return an object or a text');
    } catch (error) {
      throw new Error(`descriptors.${path}: ${error instanceof Error ? error.message : String(error)}.`);
    }
  };
  return new Map(await Promise.all(sources.map(read)));
}

async function fetched(url: URL, marks: Marks): Promise<string> {
  const mark = randomUUID();
  marks.set(mark, url.pathname + url.search);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.1', [OWN_FIELD]: mark },
      // A redirection would send the mark to a server that the configuration does not name.
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_SECONDS * 1000),
    });
    if (!response.ok) throw new Error(`${url.href} answered ${response.status}. Let it answer this program`);
    const bytes = await bytesWithin(response.body, MAX_FILE_BYTES);
    if (bytes !== null) return new TextDecoder().decode(bytes);
    const { message, remedy } = tooLarge(null);
    throw new Error(`${url.href}: ${message} ${remedy.slice(0, -1)}`);
  } finally {
    marks.delete(mark);
  }
}

const LATER_SECONDS = 1;
type Compose = (given: Descriptions) => Promise<Documentation>;

/** Documentation that is composed at the first request; after a failure at most once a second. */
class LateDocumentation implements Documentation {
  readonly #sources: Sources;
  readonly #compose: Compose;
  readonly #log: (message: string) => void;
  readonly #marks: Marks = new Map();
  #composed: Promise<Documentation | null> | undefined;

  constructor(sources: Sources, compose: Compose, log: (message: string) => void) {
    this.#sources = sources;
    this.#compose = compose;
    this.#log = log;
  }

  readonly handler: Documentation['handler'] = async (request, response, next, context = undefined) => {
    if (next !== undefined && this.#marks.get(request.headers[OWN_FIELD]) === clientTarget(request)) {
      forgetPlatformFields(request);
      return next();
    }
    const documentation = await this.#documentation();
    if (documentation !== null) return documentation.handler(request, response, next, context);
    if (!response.headersSent && !response.destroyed) response.writeHead(503, HEADERS).end(UNAVAILABLE);
    return undefined;
  };

  readonly fetch: Documentation['fetch'] = async (request, context) => {
    const { pathname, search } = new URL(request.url);
    if (this.#marks.get(request.headers.get(OWN_FIELD)) === pathname + search) return undefined;
    const documentation = await this.#documentation();
    return documentation?.fetch(request, context) ?? new Response(UNAVAILABLE, { status: 503, headers: HEADERS });
  };

  async close(): Promise<void> {
    const composed = this.#composed;
    this.#composed = Promise.resolve(null);
    await (await composed)?.close();
  }

  /** Null: it cannot be composed at present, which the log explains. */
  #documentation(): Promise<Documentation | null> {
    if (this.#composed !== undefined) return this.#composed;
    const composed = readSources(this.#sources, this.#marks)
      .then(this.#compose)
      .catch((error: unknown) => {
        this.#log(error instanceof Error ? error.message : String(error));
        setTimeout(() => {
          if (this.#composed === composed) this.#composed = undefined;
        }, LATER_SECONDS * 1000).unref();
        return null;
      });
    this.#composed = composed;
    return composed;
  }
}

const HEADERS = {
  'content-type': PROBLEM_MEDIA_TYPE,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'retry-after': String(LATER_SECONDS),
};
const UNAVAILABLE = writeProblem({
  status: 503,
  title: reasonPhrase(503),
  detail: 'The documentation is not ready. Its log explains why.',
});
