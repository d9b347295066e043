import type { Format } from '../../formats/contract.ts';
import { namesEntityTag } from '../../http/entity-tag.ts';
import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import type { LoopTurns } from '../../threads/loop-turns.ts';
import type { BytesAnswer, Caller, SiteRequest } from '../answers/contract.ts';
import { namesVersions } from './changes-request.ts';
import type { Resolver } from './resolve.ts';
import { hasQuestion } from './search-results.ts';

/** One state of the documentation, with its resolver and its memo of answers. */
export interface Publication {
  readonly store: DocumentationStore;
  /** Formats in the order of preference on ties. */
  readonly formats: readonly Format[];
  readonly resolver: Resolver;
  readonly memo: AnswerMemo;
  readonly turns: LoopTurns;
  readonly log: (message: string) => void;
}

/** Request for documentation, with its cache key and its caller. */
export interface DocumentationRequest {
  readonly request: SiteRequest;
  /** Key in the memo; undefined if the answer must not be stored there. */
  readonly key: string | undefined;
  readonly caller: Caller | undefined;
}

/** Returns client and connection of a request as arguments of {@link LoopTurns.take}; '' for an unknown client. */
export function clientOf({ caller }: DocumentationRequest): Parameters<LoopTurns['take']> {
  const { client = '', connection } = caller?.() ?? {};
  return [client, connection];
}

const MOST_ENTRIES = 4096;
/** Maximum bytes of bodies in a memo. The store keeps most bodies anyway; this limits the others. */
const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST_BODY_BYTES = 1024 * 1024;
const LONGEST_KEY = 2048;

/** Answers to one combination of method, path, Accept, Accept-Encoding and Accept-Language. */
export interface Remembered {
  readonly entityTag: string;
  readonly notModified: BytesAnswer;
  /** Null until the content has been requested. */
  readonly content: BytesAnswer | null;
}

/**
 * Cache of complete answers of one store: a repeated request costs no more than sending constant bytes. Entries and
 * bytes are limited; a full memo is cleared, and repeated requests fill it again.
 */
export class AnswerMemo {
  readonly #remembered = new Map<string, Remembered>();
  #bytes = 0;

  /** Looks up the answer for a key. @returns undefined if the memo has no such answer */
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
 * Builds a key from the strings that determine an answer, except If-None-Match. The query is left out: only version
 * comparisons and searches depend on it, and they are not cached, nor are the rare requests with If-Match.
 * @param isInLanguages whether the site has several languages
 * @returns undefined for requests that are not cached, also for other methods, long keys and unusual path spellings
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
