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

/** Pages of one API, which several threads draw. */
export interface PageWork {
  readonly pages: readonly PagePlace[];
  readonly claims: SharedClaims;
  /** All versions of the API. */
  readonly versions: readonly WorkVersion[];
  /** Hash of what pages get of the API beside its records. */
  readonly around: string;
}

interface WorkVersion extends NamedAccesses {
  readonly version: number;
  /** The JSON of its record in UTF-8; memory that threads share. */
  readonly model: SharedArrayBuffer;
}

export type PageAnswer =
  | { readonly kind: 'page'; readonly index: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** End of the pages, with the dependencies of all pages of the thread at once: they share most of them. */
  | { readonly kind: 'end'; readonly madeOf: ReadonlyMap<number, DocumentDependencies> }
  | PageFailure;

/** Text of an error: threads may not be able to hand over the error itself. */
export interface PageFailure {
  readonly kind: 'failure';
  /** True for a failure of a template, false for a bug. */
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
  // Awaited before a page is taken: others would wait for that page.
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
