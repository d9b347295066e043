import { type HeaderList, valuesOf } from '../../http/header-list.ts';
import { bodyTooLarge } from '../../http/problem.ts';
import { Work } from '../../schema/work.ts';
import { BODY_TOO_SLOW, NO_MEMORY } from '../answers.ts';
import type { Backend, BackendResult, ServiceCall } from '../contract.ts';
import { readBody } from '../read-body.ts';
import { exampleAnswer } from './example-answer.ts';
import { preferredAnswer } from './preferred-answer.ts';
import { validateBody } from './validate-body.ts';

/**
 * Answers every documented operation from the descriptor: the first success that Accept allows, with a body from valid
 * examples, else from the schema. Bodies are first checked against the operation's schema (400, 422), within the budget
 * of one request: if a body was not fully checked, the answer has `X-Platform-Validation`.
 */
export function createExamples(): Backend {
  return { answer, close: () => undefined };
}

/** Refusal of a body with a content coding; Accept-Encoding lists accepted codings (RFC 9110 §15.5.16). */
const CODED: BackendResult = {
  kind: 'failure',
  failure: { status: 415, detail: 'The body may not be compressed.', headers: ['Accept-Encoding', 'identity'] },
};

/**
 * Budgets of one request: about 12 ms for reading and checking its body and 4 ms for the answer (up to three times as
 * long in code that is not compiled yet). No other request is answered meanwhile.
 */
export const UNITS_OF_CHECKING = 600_000;
const UNITS_OF_ANSWERING = 200_000;

const TOO_BUSY: BackendResult = {
  kind: 'failure',
  failure: {
    status: 503,
    detail: 'Too many requests are being answered at the moment. Send this one again.',
    headers: ['Retry-After', '1'],
  },
};

const INCOMPLETE: HeaderList = ['X-Platform-Validation', 'incomplete'];

async function answer(call: ServiceCall): Promise<BackendResult> {
  const reading = await bodyOf(call);
  if (!(reading instanceof Uint8Array)) return reading;
  const { memory, turns, peer, request, response } = call;
  const { byteLength } = reading;
  // The memory of the body is still counted while the request waits for its turn.
  if (!memory.take(peer.address, byteLength)) return { kind: 'failure', failure: NO_MEMORY };
  const isOurTurn = await turns.tryToTake(peer.address, request.socket);
  memory.give(peer.address, byteLength);
  if (response.destroyed) return { kind: 'sent' };
  return isOurTurn ? answerTo(call, reading) : TOO_BUSY;
}

function answerTo({ match, operation, request, trust }: ServiceCall, body: Uint8Array): BackendResult {
  const { failure, isComplete } = validateBody(
    operation,
    request.headers['content-type'],
    body,
    new Work(UNITS_OF_CHECKING),
  );
  const said = isComplete ? [] : INCOMPLETE;
  if (failure !== null)
    return { kind: 'failure', failure: { ...failure, headers: [...(failure.headers ?? []), ...said] } };
  const preferred = { ...preferredAnswer(valuesOf(request.rawHeaders, 'prefer').join(', ')), query: match.query };
  const made = exampleAnswer(operation, request.headers.accept, new Work(UNITS_OF_ANSWERING), trust, preferred);
  return { kind: 'answer', answer: { ...made, headers: [...made.headers, ...said] } };
}

async function bodyOf({
  request,
  response,
  hasBody,
  awaitsContinue,
  maxBodyBytes,
  memory,
  peer,
}: ServiceCall): Promise<Uint8Array | BackendResult> {
  if (!hasBody) return new Uint8Array();
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') return CODED;
  if (awaitsContinue) response.writeContinue();
  const reading = await readBody(request, {
    maxBodyBytes,
    memory,
    client: peer.address,
  });
  switch (reading.kind) {
    case 'body':
      return reading.bytes;
    case 'gone':
      return { kind: 'sent' };
    case 'too-large':
      return { kind: 'failure', failure: { status: 413, detail: bodyTooLarge(maxBodyBytes) } };
    case 'too-slow':
      return { kind: 'failure', failure: BODY_TOO_SLOW };
    case 'no-memory':
      return { kind: 'failure', failure: NO_MEMORY };
    default:
      return reading satisfies never;
  }
}
