import { bodyTooLarge } from '../../http/refusals.ts';
import { exampleAnswer } from '../examples/example-answer.ts';
import { validateBody } from '../examples/validate-body.ts';
import { readBody } from '../read-body.ts';
import type { Backend, BackendResult, ServiceCall } from './contract.ts';

/**
 * Answers every documented operation from the descriptor: the first success that Accept allows, its body from the examples where
 * they are valid, from the schema else. Bodies are checked against the operation's schema first (400, 422).
 */
export function createExamples(): Backend {
  return { answer, close: () => undefined };
}

/** RFC 9110 §15.5.16: what the body may be coded with is told by Accept-Encoding. */
const CODED: BackendResult = {
  kind: 'failure',
  failure: { status: 415, detail: 'The body may not be compressed.', headers: ['Accept-Encoding', 'identity'] },
};

async function answer(call: ServiceCall): Promise<BackendResult> {
  let body: Uint8Array = new Uint8Array();
  if (call.hasBody) {
    const coding = call.request.headers['content-encoding'];
    if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') return CODED;
    const reading = await readBody(call);
    if (reading === 'gone') return { kind: 'sent' };
    if (reading === 'too-large') return { kind: 'failure', failure: { status: 413, detail: bodyTooLarge(call.maxBodyBytes) } };
    body = reading;
  }
  const failure = validateBody(call.operation, call.request.headers['content-type'], body);
  if (failure !== null) return { kind: 'failure', failure };
  return { kind: 'answer', answer: exampleAnswer(call.operation, call.request.headers.accept) };
}
