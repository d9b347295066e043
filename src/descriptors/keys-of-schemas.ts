import { closeNames, isMistyped } from '../model/close-names.ts';
import { isExtension } from '../model/extensions.ts';
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from '../schema/schema.ts';

/** Keywords of all drafts and dialects that hold no schemas. */
const OTHERS =
  '$ref $schema $id $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment id type ' +
  'enum const default title description summary format pattern contentMediaType contentEncoding minLength maxLength ' +
  'minItems maxItems minProperties maxProperties minContains maxContains minimum maximum exclusiveMinimum ' +
  'exclusiveMaximum multipleOf uniqueItems required dependentRequired readOnly writeOnly deprecated nullable ' +
  'example examples discriminator externalDocs xml additionalItems definitions dependencies collectionFormat';
const KNOWN: ReadonlySet<string> = new Set([
  ...SCHEMA_KEYWORDS,
  ...SCHEMA_LIST_KEYWORDS,
  ...SCHEMA_MAP_KEYWORDS,
  ...OTHERS.split(' '),
]);
/** Shorter words are close to too much: `note` to `not`, `when` to `then`. */
const COMPARED = [...KNOWN].filter((name) => name.length > 3 && name !== 'then' && name !== 'else');
/** Different keys for which a keyword is looked for: more of them are no slips. */
const MOST_COMPARED = 500;

/** Whether it is no keyword of any dialect, nor an extension. */
export function isUnknownKey(key: string): boolean {
  return !KNOWN.has(key) && !isExtension(key);
}

/** The keywords that unknown keys of one descriptor are almost. */
export class CloseKeywords {
  readonly #found = new Map<string, string | undefined>();

  /** @param hasKey of the schema: a key is no slip where the keyword stands beside it */
  meantBy(key: string, hasKey: (name: string) => boolean): string | undefined {
    if (!this.#found.has(key) && this.#found.size < MOST_COMPARED) {
      const mistyped = COMPARED.filter((name) => isMistyped(key, name));
      this.#found.set(key, closeNames(key, mistyped)[0]);
    }
    const close = this.#found.get(key);
    return close !== undefined && hasKey(close) ? undefined : close;
  }
}
