import type { Page } from '../model/document.ts';
import type { StoredRepresentation } from '../store/contract.ts';
import type { DocumentationAnswer, DocumentationHandler, DocumentationRequest } from './documentation.ts';

/** What a running server is made of; composed once, in `compose.ts` or `compose-development.ts`. */
export interface Runtime {
  readonly handleDocumentation: DocumentationHandler;
  /** For paths that nothing else answers. */
  readonly answerElsewhere: (request: DocumentationRequest) => DocumentationAnswer;
  /** A file that pages need, by URL path. */
  asset(path: string): { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;
}

/** HTML in UTF-8. */
export type RenderPage = (page: Page) => Promise<Uint8Array>;
