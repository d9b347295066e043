/**
 * Marks the part of a guide that is being read in its contents, where the browser does not do so by itself
 * (`scroll-target-group`): the last heading above the upper third of the window.
 */
export function markReadingPlace(): void {
  const contents = document.querySelector('.pd-contents');
  if (contents === null || CSS.supports('scroll-target-group: auto')) return;
  const links = [...contents.querySelectorAll('a')];
  const topOf = ({ hash }: HTMLAnchorElement): number =>
    document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect().top ?? Infinity;
  const mark = (): void => {
    const read = links.findLast((link) => topOf(link) < innerHeight / 3) ?? links[0];
    for (const link of links) link.ariaCurrent = link === read ? 'true' : null;
  };
  addEventListener('scroll', mark);
  mark();
}
