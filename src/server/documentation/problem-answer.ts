import { PROBLEM_MEDIA_TYPE, type ProblemExtensions, writeProblem } from '../../http/problem.ts';
import type { Site } from '../../model/document.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { negotiate, type Offer } from '../../negotiation/negotiate.ts';
import type { DocumentationAnswer, DocumentationRequest } from './contract.ts';
import { ALLOWED_METHODS, contentHeaders } from './headers.ts';

/** The problem comes first: it is what `*\/*`, no Accept header, and whatever is neither of the two get. */
const OFFERS: readonly Offer[] = [
  { name: 'problem', mediaTypes: [PROBLEM_MEDIA_TYPE, 'application/json'], sendableAliases: [] },
  { name: 'html', mediaTypes: ['text/html', 'application/xhtml+xml'], sendableAliases: [] },
];

export interface ProblemFacts extends ProblemExtensions {
  readonly status: 400 | 404 | 405 | 406;
  /** One sentence about this request. */
  readonly detail: string;
}

const encoder = new TextEncoder();

/** Problem body, or a page with the same facts for a client that prefers HTML. */
export function problemAnswer(request: DocumentationRequest, site: Site, facts: ProblemFacts): DocumentationAnswer {
  const { status, detail, available = [], similar = [] } = facts;
  const title = reasonPhrase(status);
  const allow = status === 405 ? ALLOWED_METHODS : [];
  const common = ['Vary', 'Accept', 'Cache-Control', 'no-cache', ...(status === 405 ? ['Allow', allow.join(', ')] : [])];
  const extensions = { ...(facts.available && { available }), ...(facts.similar && { similar }) };
  const json = writeProblem({ status, title, detail, extensions });
  if (negotiate(request.accept, OFFERS)?.offer.name === 'html') {
    const suggestions = similar.map(({ name, url }) => ({ title: name, path: url }));
    const page = { kind: 'problem', site, problem: { status, title, detail, suggestions, available, allow, json } } as const;
    return { kind: 'page', status, headers: [...contentHeaders('text/html'), ...common], page };
  }
  const body = encoder.encode(json);
  const headers = [...contentHeaders(PROBLEM_MEDIA_TYPE), 'Content-Length', String(body.byteLength), ...common];
  return { kind: 'bytes', status, headers, body: request.method === 'HEAD' ? null : body };
}
