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
  readonly key: MemoKey | undefined;
  readonly caller: Caller | undefined;
}

/** Returns client and connection of a request as arguments of {@link LoopTurns.take}; '' for an unknown client. */
export function clientOf({ caller }: DocumentationRequest): Parameters<LoopTurns['take']> {
  const { client = '', connection } = caller?.() ?? {};
  return [client, connection];
}

const MOST_ENTRIES = 4096;
/** Maximum entries of one path, since a request is compared with all of them; a newer one replaces the oldest. */
const MOST_OF_PATH = 256;
/** Maximum bytes of bodies in a memo. The store keeps most bodies anyway; this limits the others. */
const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST_BODY_BYTES = 1024 * 1024;
const LONGEST_KEY = 2048;

/** Strings that determine an answer; the target has no query. */
type MemoKey = Pick<SiteRequest, 'method' | 'target' | 'accept' | 'acceptEncoding' | 'acceptLanguage'>;

/** Answers to one combination of method, path, Accept, Accept-Encoding and Accept-Language. */
export interface Remembered {
  readonly key: MemoKey;
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
  readonly #remembered = new Map<string, readonly Remembered[]>();
  #entries = 0;
  #bytes = 0;

  /** Looks up the answer for a key. @returns undefined if the memo has no such answer */
  recall(key: MemoKey, ifNoneMatch: string | undefined): BytesAnswer | undefined {
    const remembered = this.#remembered.get(key.target)?.find((known) => isSameKey(known.key, key));
    if (remembered === undefined) return undefined;
    if (ifNoneMatch !== undefined && namesEntityTag(ifNoneMatch, remembered.entityTag)) return remembered.notModified;
    return remembered.content ?? undefined;
  }

  remember(answers: Remembered): void {
    const { key } = answers;
    const bytes = bytesOf(answers);
    if (bytes > LARGEST_BODY_BYTES) return;
    if (this.#entries >= MOST_ENTRIES || this.#bytes + bytes > MOST_BYTES) {
      this.#remembered.clear();
      this.#entries = 0;
      this.#bytes = 0;
    }
    const before = this.#remembered.get(key.target) ?? [];
    const others = before.filter((known) => !isSameKey(known.key, key));
    const after = [answers, ...others.slice(0, MOST_OF_PATH - 1)];
    this.#remembered.set(key.target, after);
    this.#entries += after.length - before.length;
    for (const one of after) this.#bytes += bytesOf(one);
    for (const one of before) this.#bytes -= bytesOf(one);
  }
}

function bytesOf({ content }: Remembered): number {
  return content?.body?.byteLength ?? 0;
}

function isSameKey(a: MemoKey, b: MemoKey): boolean {
  const isSameType = a.method === b.method && a.accept === b.accept;
  return isSameType && a.acceptEncoding === b.acceptEncoding && a.acceptLanguage === b.acceptLanguage;
}

/**
 * Collects the strings that determine an answer. The query is left out: only version comparisons and searches depend on
 * it, and they are not cached, nor are the rare requests with If-Match.
 * @param isInLanguages whether the site has several languages
 * @returns undefined for requests that are not cached, also for other methods, long keys and unusual path spellings
 */
export function memoKey(
  { method, target, accept, acceptEncoding, acceptLanguage, ifMatch }: SiteRequest,
  isInLanguages: boolean,
): MemoKey | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || ifMatch !== undefined || !target.startsWith(DOCUMENTATION_ROOT))
    return undefined;
  const question = target.indexOf('?');
  if (question !== -1 && (hasQuestion(target) || namesVersions(target))) return undefined;
  const language = isInLanguages ? acceptLanguage : undefined;
  // The whole target counts: in V8, a part of a string keeps all of it in memory.
  const length = target.length + (accept?.length ?? 0) + (acceptEncoding?.length ?? 0) + (language?.length ?? 0);
  if (length > LONGEST_KEY) return undefined;
  const path = question === -1 ? target : target.slice(0, question);
  return { method, target: path, accept, acceptEncoding, acceptLanguage: language };
}
