import { extensionIn } from '../model/language.ts';
import { type DocumentReference, documentPath } from '../model/locations.ts';
import type { LanguageLink } from '../presentation/page-data/document.ts';
import type { Site } from '../presentation/page-data/site.ts';

const PAGE_EXTENSION = '.html';

/** A document in every language of its site, in the order of the configuration. */
export function languageLinksOf(
  reference: DocumentReference,
  { languages = [], language, pageEnding }: Site,
): readonly LanguageLink[] {
  const current = language ?? languages[0];
  return languages.map(({ tag, name }, index) => ({
    tag,
    name,
    path: documentPath(reference, extensionIn(index === 0 ? null : tag, PAGE_EXTENSION)),
    canonicalPath: documentPath(reference, index === 0 ? pageEnding : extensionIn(tag, PAGE_EXTENSION)),
    isCurrent: tag === current?.tag,
  }));
}
