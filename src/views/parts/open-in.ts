import type { Alternate, Site } from '../../model/page/document.ts';

/** Links that hand a page, as Markdown, to other programs; none where it has no Markdown, or no address of its own. */
export function openInLinks(
  { openIn = [], baseUrl }: Site,
  alternates: readonly Alternate[],
): readonly { readonly title: string; readonly href: string }[] {
  const markdown = alternates.find(({ mediaType }) => mediaType === 'text/markdown');
  if (markdown === undefined || baseUrl === '') return [];
  const address = encodeURIComponent(baseUrl + markdown.path);
  return openIn.map(({ title, url }) => ({ title, href: url.replaceAll('{url}', address) }));
}
