import { documentPath } from '../model/locations.ts';
import type { Alternate, Document, LanguageLink, Page, VersionLink } from '../model/page/document.ts';
import { referenceTo } from '../model/page/document.ts';
import { breadcrumb, navigationOf } from '../presentation/navigation/navigation.ts';
import { type PageHead, pageHead } from './page-head.ts';

/** What the frame of a page shows around it. */
interface Frame {
  readonly head: PageHead;
  /** Null of problems and administration. */
  readonly document: Document | null;
  readonly navigation: ReturnType<typeof navigationOf> | null;
  readonly alternates: readonly Alternate[];
  /** Empty where there is one alone. */
  readonly languages: readonly LanguageLink[];
  readonly versions: readonly VersionLink[];
  readonly trail: ReturnType<typeof breadcrumb>;
  /** Without an origin where the site's own is not configured; '' where the page has no address. */
  readonly url: string;
}

export function frameOf(page: Page): Frame {
  const { site } = page;
  const shown = page.kind === 'document' ? page : null;
  const document = shown?.document ?? null;
  return {
    head: pageHead(page),
    document,
    navigation: document === null || document.level === 'list' ? null : navigationOf(document),
    alternates: shown?.alternates ?? [],
    languages: shown?.languages ?? [],
    versions: shown?.versions ?? [],
    trail: document === null ? [] : breadcrumb(document, site),
    url: document === null ? '' : site.baseUrl + documentPath(referenceTo(document)),
  };
}
