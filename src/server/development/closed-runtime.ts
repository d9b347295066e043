import { PROBLEM_MEDIA_TYPE, writeProblem } from '../../http/problem.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { LoopTurns } from '../../threads/loop-turns.ts';
import type { BytesAnswer, SiteRequest } from '../documentation/contract.ts';
import { prefersPage } from '../documentation/problem-answer.ts';
import { uncachedAnswer } from '../documentation/text-answer.ts';
import { createClientOf } from '../node/client-address.ts';
import { credentialsRequestOf } from '../node/node-request.ts';
import { answered, type Route, type Runtime } from '../runtime.ts';
import { CLOSED } from './instead-of-pages.ts';

const STATUS = 503;

/**
 * Answers 503 to every request: the runtime of a development server whose configuration cannot be used.
 * @param reasons one line each, as `formatProblem` writes them; sent to every client
 */
export function closedRuntime(reasons: readonly string[]): Runtime {
  const clientOf = createClientOf([]);
  const answer = (request: SiteRequest): BytesAnswer => closedAnswer(request, reasons);
  const routes: readonly Route[] = [({ asked }) => answered(answer(asked))];
  return {
    routes,
    administrationRoutes: routes,
    handleDocumentation: answer,
    clientOf,
    turns: new LoopTurns(),
    credentialsOf: (request) => credentialsRequestOf(request, clientOf(request).address),
    administrationAddress: null,
    answerElsewhere: answer,
    release: () => 'development',
    countRequest: null,
  };
}

/** Text for browsers: a page would need styles, which are not answered either. */
function closedAnswer({ method, accept }: SiteRequest, reasons: readonly string[]): BytesAnswer {
  const [type, text] = prefersPage(accept)
    ? ['text/plain; charset=utf-8', `${CLOSED}\n\n${reasons.join('\n')}\n`]
    : [
        PROBLEM_MEDIA_TYPE,
        writeProblem({ status: STATUS, title: reasonPhrase(STATUS), detail: `${CLOSED} ${reasons.join(' ')}` }),
      ];
  return uncachedAnswer(method, STATUS, type, text);
}
