import { ALLOWED_METHODS, OPTIONS_HEADERS } from '../../http/document-fields.ts';
import { LoopTurns } from '../../threads/loop-turns.ts';
import type { DocumentationHandler } from '../answers/contract.ts';
import { redirectionHeaders } from '../answers/headers.ts';
import { problemAnswer } from '../answers/problem-answer.ts';
import { changesRequest } from './changes-request.ts';
import { missingAnswer } from './missing-answer.ts';
import { AnswerMemo, type DocumentationRequest, memoKey, type Publication } from './publication.ts';
import { representationAnswer } from './representation-answer.ts';
import { nothingHere, Resolver } from './resolve.ts';
import { searchAnswer } from './search-answer.ts';
import { type DocumentationPath, readTarget, withoutTrailingSlash } from './target.ts';

interface DocumentationOptions extends Pick<Publication, 'formats'> {
  /** Returns the published documentation; called for every request. */
  readonly store: () => Publication['store'];
  /** Scheduler of the event loop, shared with other work of the process. Default: a separate scheduler. */
  readonly turns?: LoopTurns;
  /** Called for documents that a custom format cannot render. */
  readonly log?: (message: string) => void;
}

/**
 * Creates the handler of all requests for documentation (DESIGN §3, §4), in development, production and tests. Of
 * several reasons to refuse a request, the first of 400, 404, 405 and 406 is the answer.
 */
export function createDocumentationHandler({
  store,
  formats,
  turns = new LoopTurns(),
  log = () => undefined,
}: DocumentationOptions): DocumentationHandler {
  let current: Publication | undefined;

  return (request, caller) => {
    const published = store();
    if (current?.store !== published) {
      const resolver = new Resolver(published, formats);
      current = { store: published, formats, resolver, memo: new AnswerMemo(), turns, log };
    }
    const key = memoKey(request, (published.site.languages?.length ?? 0) > 1);
    const remembered = key === undefined ? undefined : current.memo.recall(key, request.ifNoneMatch);
    return remembered ?? decide({ request, key, caller }, current);
  };
}

function decide(asked: DocumentationRequest, publication: Publication): ReturnType<DocumentationHandler> {
  const { request } = asked;
  const { site } = publication.store;
  const target = readTarget(request.target);
  if (target === null) return null;
  switch (target.kind) {
    case 'malformed':
      return problemAnswer(request, site, { status: 400, detail: (words) => words.say('problem.malformed') });
    case 'unreadable':
      return problemAnswer(request, site, { status: 404, ...nothingHere() });
    case 'path':
      return answerAt(target, asked, publication);
    default:
      return target satisfies never;
  }
}

function answerAt(
  target: DocumentationPath,
  asked: DocumentationRequest,
  publication: Publication,
): ReturnType<DocumentationHandler> {
  const { store, resolver } = publication;
  const resolution = resolver.resolve(target);
  const request = { ...asked.request, language: resolution.problemLanguage };
  const spoken = { ...asked, request };
  const moved = resolution.kind === 'missing' ? resolver.moved(target) : undefined;
  if (resolution.kind === 'missing' && moved === undefined) return missingAnswer(spoken, resolution, publication);
  if (request.method === 'OPTIONS') return { kind: 'bytes', status: 204, headers: OPTIONS_HEADERS, body: null };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return problemAnswer(request, store.site, {
      status: 405,
      detail: (words) => words.say('problem.readOnly'),
      allow: ALLOWED_METHODS,
    });
  if (resolution.kind === 'missing' || target.hasTrailingSlash) {
    const headers = redirectionHeaders(withoutTrailingSlash(moved ?? target));
    return { kind: 'bytes', status: 308, headers, body: null };
  }
  if (target.query === '') return representationAnswer(spoken, resolution, publication);
  const found = searchAnswer(spoken, target.query, resolution, publication);
  if (found !== null) return found;
  const chosen = changesRequest(target, resolution, store);
  return chosen.kind === 'found'
    ? representationAnswer(spoken, chosen, publication)
    : problemAnswer(request, store.site, chosen);
}
