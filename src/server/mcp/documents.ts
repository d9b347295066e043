import { valuesOf } from '../../http/header-list.ts';
import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { LoopTurns } from '../../threads/loop-turns.ts';
import { wordsOf } from '../../words/words.ts';
import type { Caller, DocumentationHandler } from '../answers/contract.ts';

/** Answer of the documentation, as other programs get it at the same path. */
type ReadDocument = { readonly kind: 'document'; readonly body: Uint8Array } | RefusedDocument;

export interface RefusedDocument {
  readonly kind: 'refused';
  /** HTTP status: 404 if there is no document, 503 under overload. */
  readonly status: number;
  /** One sentence. */
  readonly detail: string;
  /** Names close to a name that does not exist. */
  readonly similar: readonly string[];
}

export interface Documents {
  /** Reads a document. @param target encoded path that states a format, with its query */
  read(target: string): Promise<ReadDocument>;
}

const BUSY: RefusedDocument = {
  kind: 'refused',
  status: 503,
  detail: wordsOf({}).say('problem.tooBusy'),
  similar: [],
};
const NOTHING: RefusedDocument = { kind: 'refused', status: 404, detail: 'There is no such document.', similar: [] };

/**
 * Creates a reader on top of the handler that serves all other programs, so that language models get the same
 * documents, and all clients share the work of generating them.
 * @param caller client, which the guard has already admitted
 * @param turns scheduler of the event loop, for the work of tools on a document
 */
export function documentsFor(handle: DocumentationHandler, caller: Caller, turns: LoopTurns): Documents {
  return {
    async read(target) {
      const answer = await handle(
        { method: 'GET', target, accept: undefined, acceptEncoding: 'identity', ifNoneMatch: undefined },
        caller,
      );
      const [moved] = answer?.status === 308 ? valuesOf(answer.headers, 'location') : [];
      if (moved !== undefined) return this.read(moved);
      // Pages are for browsers only.
      if (answer?.kind !== 'bytes' || answer.body === null) return NOTHING;
      const { client, connection } = caller();
      if (!(await turns.tryToTake(client, connection))) return BUSY;
      return answer.status === 200
        ? { kind: 'document', body: answer.body }
        : refusalOf(target, answer.status, answer.body);
    },
  };
}

/**
 * Parses a problem document (RFC 9457). Drops close names with a longer path than the target: paths of groups and
 * guides have one segment more than those of services.
 */
function refusalOf(target: string, status: number, body: Uint8Array): RefusedDocument {
  const problem: unknown = JSON.parse(new TextDecoder().decode(body));
  const { detail, similar } = isRecord(problem) ? problem : {};
  const close = Array.isArray(similar) ? similar.filter(isRecord) : [];
  const names = close.flatMap(({ name, url }) => (depthOf(String(url)) <= depthOf(target) ? [name] : []));
  return {
    kind: 'refused',
    status,
    detail: typeof detail === 'string' ? detail : NOTHING.detail,
    similar: names.filter((name) => typeof name === 'string'),
  };
}

function depthOf(target: string): number {
  return target.slice(target.indexOf(DOCUMENTATION_ROOT)).split('?', 1)[0]?.split('/').length ?? 0;
}
