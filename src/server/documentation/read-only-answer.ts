import { ALLOWED_METHODS } from '../../http/document-fields.ts';
import type { Site } from '../../model/page/document.ts';
import type { SiteAnswer, SiteRequest } from './contract.ts';
import { problemAnswer } from './problem-answer.ts';
import { methodsAnswer } from './text-answer.ts';

/** Answers for something that can only be read: OPTIONS names the methods, others than these are refused. */
export function readOnlyAnswer<Answer extends SiteAnswer | Promise<SiteAnswer>>(
  request: SiteRequest,
  site: () => Site,
  read: () => Answer,
): Answer | SiteAnswer {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read();
    case 'OPTIONS':
      return methodsAnswer(ALLOWED_METHODS);
    default:
      return problemAnswer(request, site(), {
        status: 405,
        detail: `The methods here are ${ALLOWED_METHODS.join(', ')}.`,
        allow: ALLOWED_METHODS,
      });
  }
}
