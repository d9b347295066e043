import { withDependencies } from '../model/dependencies.ts';
import { type DocumentReference, documentPath } from '../model/locations.ts';
import type { DocumentPage, Page } from '../presentation/page-data/document.ts';
import type { SiteDocuments } from '../store/site-documents.ts';
import { shortHash } from '../store/stored-bytes.ts';
import { TemplateError } from './build-errors.ts';
import type { DocumentDependencies } from './incremental/dependency-section.ts';
import type { Renderer } from './renderer.ts';

/** A document in one language, which a page shows. */
export interface PagePlace {
  readonly reference: DocumentReference;
  /** Language tag; null: the default language. */
  readonly language: string | null;
}

export interface DrawnPage {
  /** HTML in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Dependencies; left out if none were recorded. */
  readonly madeOf?: DocumentDependencies;
}

export function pageAt(documents: SiteDocuments, { reference, language }: PagePlace): DocumentPage {
  const spoken = documents.inLanguage(language);
  return spoken.page(spoken.document(reference));
}

/**
 * Renders a page and records its dependencies.
 * @param documents documents of tracked records
 * @param around hash of the data about the API that pages use in addition to its records
 * @throws {@link TemplateError}
 */
export async function drawNoted(
  renderer: Pick<Renderer, 'renderPage'>,
  documents: SiteDocuments,
  place: PagePlace,
  around: string,
): Promise<DrawnPage> {
  const { reference, language } = place;
  // Computed before recording begins: the values that it reads are cached for all pages, so no page may depend on them.
  const page = pageAt(documents, place);
  const { value, dependencies } = await withDependencies(() => {
    const document = documents.inLanguage(language).document(reference);
    return renderedPage(renderer, { ...page, document }, documentPath(reference));
  });
  return { bytes: value, madeOf: { around: hashAround(page, around), dependencies } };
}

/** @throws {@link TemplateError} */
export function draw(
  renderer: Pick<Renderer, 'renderPage'>,
  documents: SiteDocuments,
  place: PagePlace,
): Promise<Uint8Array<ArrayBuffer>> {
  return renderedPage(renderer, pageAt(documents, place), documentPath(place.reference));
}

/** Hash of the page's data other than its document and the site, together with `around`. */
export function hashAround({ document, site, ...beside }: DocumentPage, around: string): string {
  return shortHash(JSON.stringify([beside, around]));
}

/**
 * @param title name of the page in error messages
 * @throws {@link TemplateError}
 */
export function renderedPage(
  { renderPage }: Pick<Renderer, 'renderPage'>,
  page: Page,
  title: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return renderPage(page).catch((error: unknown) => {
    throw new TemplateError(
      `The page of ${title} cannot be rendered: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
}
