import { ALLOWED_METHODS } from '../../http/document-fields.ts';
import type { Site } from '../../model/page/document.ts';
import type { DocumentationAnswer, DocumentationRequest } from './contract.ts';
import { problemAnswer } from './problem-answer.ts';

/** Answers for something that can only be read: OPTIONS names the methods, others than these are refused. */
export function readOnlyAnswer<Answer extends DocumentationAnswer | Promise<DocumentationAnswer>>(
  request: DocumentationRequest,
  site: () => Site,
  read: () => Answer,
): Answer | DocumentationAnswer {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read();
    case 'OPTIONS':
      return {
        kind: 'bytes',
        status: 204,
        headers: ['Allow', ALLOWED_METHODS.join(', '), 'X-Content-Type-Options', 'nosniff'],
        body: null,
      };
    default:
      return problemAnswer(request, site(), {
        status: 405,
        detail: `The methods here are ${ALLOWED_METHODS.join(', ')}.`,
        allow: ALLOWED_METHODS,
      });
  }
}
