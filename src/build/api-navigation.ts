import { html } from '../formats/html/html.ts';
import { languagesOf } from '../formats/twins.ts';
import { navigationWithin } from '../presentation/navigation/navigation.ts';
import { navigationKey } from '../store/release.ts';
import type { Reuse } from './incremental/reuse.ts';
import type { ReleaseWriter } from './release-writer.ts';
import type { Section } from './sections.ts';

/** Writes the navigation of pages that a server makes without the model: answers of a search, and what is missing. */
export async function writeNavigation(
  writer: ReleaseWriter,
  section: Section,
  tags: readonly string[],
  reuse: Reuse,
): Promise<void> {
  for (const reference of section.references) {
    if (reference.level !== 'api') continue;
    const { api, version } = reference;
    for (const language of languagesOf(html, tags)) {
      const key = navigationKey(api, version, language);
      if (reuse.keepsAll(api) && writer.keepArtifact(key)) continue;
      const document = section.documents.inLanguage(language).document(reference);
      if (document.level === 'api') await writer.addArtifact(key, JSON.stringify(navigationWithin(document.api)));
    }
  }
}
