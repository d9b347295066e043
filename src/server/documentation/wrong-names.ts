/** Longer names are cut where they are quoted. */
const QUOTED_CHARACTERS = 80;

/** `DigitalOcean API` → `DigitalOcean-API`. */
export function inOneWord(title: string): string {
  return title.trim().replaceAll(/[\s_-]+/g, '-');
}

/** Name as a search text: signs of markup are no part of any name, and do not get near a page. */
export function searchable(name: string): string {
  return shortened(name.replaceAll(/[<>]/g, ' ').trim());
}

/** Cuts a long name for quoting. */
export function shortened(name: string): string {
  return name.length > QUOTED_CHARACTERS ? `${name.slice(0, QUOTED_CHARACTERS).toWellFormed()}…` : name;
}
