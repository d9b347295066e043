import { html } from '../formats/html/html.ts';
import { languagesOf } from '../formats/twins.ts';
import { tagsOf } from '../model/language.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { Page } from '../model/page/document.ts';
import { namesOf, namesPath, namesTitle } from '../presentation/navigation/names.ts';
import type { SiteDocuments } from '../store/site-documents.ts';
import { escapeHtml } from '../views/helpers/markup.ts';

interface NamesPage {
  readonly path: string;
  readonly page: Page;
}

/** Every version of an API by its names, in every language: for files, which no server searches. */
export function* namesPages(documents: SiteDocuments): Generator<NamesPage> {
  for (const language of languagesOf(html, tagsOf(documents.site))) {
    const spoken = documents.inLanguage(language);
    for (const api of spoken.visible())
      for (const [part, names] of namesOf(api).entries())
        yield {
          path: namesPath(api.getName(), api.getVersion(), spoken.site, part),
          page: { kind: 'names', site: spoken.site, names },
        };
  }
}

/** Link to the index of names, in place of the search of a server; '' for the list, which is its own index. */
export function namesLink(documents: SiteDocuments, reference: DocumentReference, language: string | null): string {
  if (reference.level === 'list') return '';
  const { site } = documents.inLanguage(language);
  const href = namesPath(reference.api, reference.version, site, 0);
  return `<a class="pd-names" href="${escapeHtml(href)}">${escapeHtml(namesTitle(site))}</a>`;
}
