import type { Format } from '../../formats/contract.ts';
import { namesEntityTag } from '../../http/entity-tag.ts';
import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import type { LoopTurns } from '../../threads/loop-turns.ts';
import type { BytesAnswer, Caller, SiteRequest } from '../answers/contract.ts';
import { namesVersions } from './changes-request.ts';
import type { Resolver } from './resolve.ts';
import { hasQuestion } from './search-results.ts';

/** One state of the documentation, and what is kept for it. */
export interface Publication {
  readonly store: DocumentationStore;
  /** Formats in the order of preference on ties. */
  readonly formats: readonly Format[];
  readonly resolver: Resolver;
  readonly memo: AnswerMemo;
  readonly turns: LoopTurns;
  readonly log: (message: string) => void;
}

/** A request for documentation, and what is known of it. */
export interface DocumentationRequest {
  readonly request: SiteRequest;
  /** Key in the memo; undefined where the answer is not remembered. */
  readonly key: string | undefined;
  readonly caller: Caller | undefined;
}

/** Client of a request and its connection, as turns are taken by; '' for a client without an address. */
export function clientOf({ caller }: DocumentationRequest): Parameters<LoopTurns['take']> {
  const { client = '', connection } = caller?.() ?? {};
  return [client, connection];
}

const MOST_ENTRIES = 4096;
/** Limit of all bodies together. The store keeps most of them itself; the limit is for those of the memo alone. */
const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST_BODY_BYTES = 1024 * 1024;
const LONGEST_KEY = 2048;

/** Answers to one combination of method, path, Accept, Accept-Encoding and Accept-Language. */
export interface Remembered {
  readonly entityTag: string;
  readonly notModified: BytesAnswer;
  /** Null until the content itself was asked for. */
  readonly content: BytesAnswer | null;
}

/**
 * Ready answers of one store, with strings of the request as keys: a repeated request is as cheap as sending constant
 * bytes. Entries and bytes are bounded; a full memo is emptied, and repeated requests fill it again.
 */
export class AnswerMemo {
  readonly #remembered = new Map<string, Remembered>();
  #bytes = 0;

  /** @returns undefined when the request has to be decided */
  recall(key: string, ifNoneMatch: string | undefined): BytesAnswer | undefined {
    const remembered = this.#remembered.get(key);
    if (remembered === undefined) return undefined;
    if (ifNoneMatch !== undefined && namesEntityTag(ifNoneMatch, remembered.entityTag)) return remembered.notModified;
    return remembered.content ?? undefined;
  }

  remember(key: string, answers: Remembered): void {
    const bytes = answers.content?.body?.byteLength ?? 0;
    if (bytes > LARGEST_BODY_BYTES) return;
    if (this.#remembered.size >= MOST_ENTRIES || this.#bytes + bytes > MOST_BYTES) {
      this.#remembered.clear();
      this.#bytes = 0;
    }
    this.#bytes += bytes;
    this.#remembered.set(key, answers);
  }
}

/**
 * The strings that decide the answer, but for If-None-Match; requests with If-Match are rare, and not remembered. The
 * query is left out: documents depend on one only where it names two versions, and neither these nor answers to a
 * question are remembered.
 * @param isInLanguages whether there is more than one language
 * @returns undefined for requests that are not remembered: other methods, very long ones, other ways to write the path
 */
export function memoKey(
  { method, target, accept, acceptEncoding, acceptLanguage, ifMatch }: SiteRequest,
  isInLanguages: boolean,
): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || ifMatch !== undefined || !target.startsWith(DOCUMENTATION_ROOT))
    return undefined;
  const question = target.indexOf('?');
  if (question !== -1 && (hasQuestion(target) || namesVersions(target))) return undefined;
  const path = question === -1 ? target : target.slice(0, question);
  const spoken = isInLanguages ? `\n${acceptLanguage ?? ''}` : '';
  const key = `${method}\n${path}\n${accept ?? ''}\n${acceptEncoding ?? ''}${spoken}`;
  return key.length > LONGEST_KEY ? undefined : key;
}
