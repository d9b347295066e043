import { namesEntityTag } from '../../http/entity-tag.ts';
import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import type { BytesAnswer, SiteRequest } from '../answers/contract.ts';
import { namesVersions } from './changes-request.ts';
import { hasQuestion } from './search-request.ts';

const MOST_ENTRIES = 4096;
/** Limit of all bodies together. Most are the store's own; the limit is for those that only the memo keeps alive. */
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
 * bytes. Bounded in entries and bytes; when full it is emptied, because requests that repeat come back by themselves.
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
