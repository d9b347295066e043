import { parentPort, workerData } from 'node:worker_threads';
import type { AccessRule } from '../../model/access.ts';
import { startNoting } from '../../model/dependencies.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { type NamedAccesses, ruleOf } from '../../store/release-access.ts';
import { type FormatLink, SiteDocuments } from '../../store/site-documents.ts';
import { TemplateError } from '../build-errors.ts';
import { drawNoted, type PagePlace } from '../drawn-page.ts';
import type { DocumentDependencies } from '../incremental/dependency-section.ts';
import { readModel } from '../incremental/model-text.ts';
import { trackedRecord } from '../incremental/tracked-record.ts';
import type { Renderer } from '../renderer.ts';
import { type SharedClaims, Turns } from './turns.ts';

/** Start data of a thread. */
export interface PageWorkerData {
  /** URL of the module that renders pages. */
  readonly rendererUrl: string;
  readonly site: Site;
  readonly formats: readonly FormatLink[];
}

/** Pages of one API, divided among several threads. */
export interface PageWork {
  readonly pages: readonly PagePlace[];
  readonly claims: SharedClaims;
  /** All versions of the API. */
  readonly versions: readonly WorkVersion[];
  /** Hash of the data about the API that pages use in addition to its records. */
  readonly around: string;
}

interface WorkVersion extends NamedAccesses {
  readonly version: number;
  /** JSON of the version's record in UTF-8, in memory that threads share. */
  readonly model: SharedArrayBuffer;
}

export type PageAnswer =
  | { readonly kind: 'page'; readonly index: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** End of the thread's pages, with the dependencies of all of them: the pages have most dependencies in common. */
  | { readonly kind: 'end'; readonly madeOf: ReadonlyMap<number, DocumentDependencies> }
  | PageFailure;

/** Error as text, since not every error object can be sent between threads. */
export interface PageFailure {
  readonly kind: 'failure';
  /** True if a template failed, false for a bug. */
  readonly isOfTemplate: boolean;
  readonly message: string;
  readonly stack: string;
}

const { rendererUrl, site, formats } = workerData as PageWorkerData;
startNoting();
const renderer: Promise<Pick<Renderer, 'renderPage'>> = import(rendererUrl);
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (work: PageWork | null) => {
  last = last.then(async () => {
    if (work === null) parentPort?.close();
    else await drawAll(work).catch(fail);
  });
});

async function drawAll({ pages, claims, versions, around }: PageWork): Promise<void> {
  const turns = new Turns(claims, pages.length);
  const documents = documentsOf(versions);
  // Loaded before this thread takes a page, since other threads could wait for that page.
  const pageRenderer = await renderer;
  const madeOf = new Map<number, DocumentDependencies>();
  for (let turn = turns.take('wait'); turn.length > 0; turn = turns.take('wait'))
    for (const index of turn) {
      const place = pages[index];
      if (place === undefined || turns.isEnded) return;
      const drawn = await drawNoted(pageRenderer, documents, place, around);
      if (drawn.madeOf !== undefined) madeOf.set(index, drawn.madeOf);
      turns.hold(drawn.bytes.byteLength);
      post({ kind: 'page', index, bytes: drawn.bytes }, [drawn.bytes.buffer]);
    }
  post({ kind: 'end', madeOf });
}

function documentsOf(versions: readonly WorkVersion[]): SiteDocuments {
  const rules = new Map(versions.map((version) => [version.version, ruleOf(version)]));
  const closed = ruleOf({ operations: [], accesses: [] });
  const accessRule: AccessRule = (operation) => (rules.get(operation.version) ?? closed)(operation);
  const records = versions.map(({ model }) => readModel(Buffer.from(model)));
  return new SiteDocuments(records, { site, formats, accessRule, development: false, track: trackedRecord });
}

function fail(error: unknown): void {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  post({ kind: 'failure', isOfTemplate: error instanceof TemplateError, message, stack });
}

function post(answer: PageAnswer, buffers: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, [...buffers]);
}
