import type { IncomingMessage } from 'node:http';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../../http/problem.ts';
import { documentPath } from '../../model/locations.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { isForWindow, isLocal } from '../administration/admin-guard.ts';
import type { BytesAnswer, SiteAnswer } from '../answers/contract.ts';
import { prefersPage } from '../answers/problem-answer.ts';
import { uncachedAnswer } from '../answers/text-answer.ts';
import { isDocumentation } from '../documentation/target.ts';
import { type Fault, type FaultPageFacts, faultOfText, faultPage } from './fault-page.ts';

/** Errors of a project, as far as the development server knows them. */
export interface ProjectFaults {
  readonly faults: readonly Fault[];
  /** Nothing at all is answered. */
  readonly isClosed: boolean;
  /** False: descriptors have errors, and the parts that they describe are missing. */
  readonly isComplete: boolean;
}

export const CLOSED = 'The configuration has errors. Every request is answered with 503 until they are fixed.';
const NOT_RENDERED = 'The page cannot be rendered until its template is fixed.';
const NOT_SHOWN = 'What these files describe cannot be shown until they are fixed.';
export const NOT_READ = 'This may be described by a file that has errors. The log of this server names them.';

const CONFIGURATION = 'config/';
/** Statuses that faults may cause; a 503 is replaced only for faults of the configuration. */
const REPLACED: ReadonlySet<number> = new Set([404, 406]);

/**
 * Answers with the fault page on the list, where a document is missing, closed or not in this format, and everywhere
 * while the configuration cannot be used. Files of the configuration may hold secrets, and descriptors may need a
 * log-in: only browsers on this machine get it. Where a descriptor has errors, programs get 503 without the reasons in
 * place of 404.
 * @returns null where the answer stays as it is
 */
export function faultsInstead(
  request: IncomingMessage,
  answer: SiteAnswer,
  { faults, isClosed, isComplete }: ProjectFaults,
  stamp: string,
): BytesAnswer | null {
  if (faults.length === 0) return null;
  const { method = 'GET', url = '', headers } = request;
  if (!isComplete && answer.kind === 'bytes' && answer.status === 404 && isDocumentation(url))
    return problemOf(method, NOT_READ);
  if (!prefersPage(headers.accept) || !mayRead(request)) return null;
  if (isClosed) return faultPage(method, { status: 503, summary: CLOSED, faults, links: [], stamp });
  const links = linksOf(answer, faults);
  return links && faultPage(method, { status: 503, summary: NOT_SHOWN, faults, links, stamp });
}

/**
 * Answers for a template that cannot be loaded or rendered: the fault page for a browser on this machine, else text.
 * @param failure message, with its place where the compiler or the stack reports it
 */
export function failureAnswer(
  request: IncomingMessage,
  failure: string,
  projectFolder: string,
  stamp: string,
): BytesAnswer {
  const method = request.method ?? 'GET';
  if (mayRead(request)) {
    const faults = [faultOfText(failure, projectFolder)];
    return faultPage(method, { status: 500, summary: NOT_RENDERED, faults, links: [], stamp });
  }
  return uncachedAnswer(method, 500, 'text/plain; charset=utf-8', `${failure}\n`);
}

function problemOf(method: string, detail: string): BytesAnswer {
  const text = writeProblem({ status: 503, title: reasonPhrase(503), detail });
  return uncachedAnswer(method, 503, PROBLEM_MEDIA_TYPE, text);
}

/** Whether a browser on this machine shows it in a window: scripts of pages and of APIs here may not read source. */
function mayRead(request: IncomingMessage): boolean {
  return isLocal(request) && isForWindow(request);
}

/** Links of the fault page; null: faults do not replace this answer. */
function linksOf(answer: SiteAnswer, faults: readonly Fault[]): FaultPageFacts['links'] | null {
  if (answer.kind !== 'page') return null;
  const { page, status } = answer;
  if (page.kind === 'problem') {
    const isClosed = status === 503 && faults.some(({ place }) => place.startsWith(CONFIGURATION));
    return isClosed || REPLACED.has(status) ? [] : null;
  }
  if (page.kind !== 'document' || page.document.level !== 'list') return null;
  return page.document.entries.map(({ title, name, defaultVersion }) => ({
    title,
    path: documentPath({ level: 'api', api: name, version: defaultVersion }),
  }));
}
