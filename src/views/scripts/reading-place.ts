/**
 * Marks the part of a guide that is being read in its contents, where the browser does not do so by itself
 * (`scroll-target-group`): the last heading above the upper third of the window.
 */
export function markReadingPlace(): void {
  const contents = document.querySelector('.pd-contents');
  if (contents === null || CSS.supports('scroll-target-group: auto')) return;
  const parts = [...contents.querySelectorAll('a')].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading === null ? [] : [{ link, heading }];
  });
  const mark = (): void => {
    const read = parts.findLast(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3) ?? parts[0];
    for (const { link } of parts) {
      if (link === read?.link) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
