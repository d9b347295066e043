/** Longer names are cut where they are quoted. */
const QUOTED_CHARACTERS = 80;

/** `DigitalOcean API` → `DigitalOcean-API`. */
export function inOneWord(title: string): string {
  return title.trim().replaceAll(/[\s_-]+/g, '-');
}

/** What a name is searched by: signs of markup are no part of any, and do not get near a page. */
export function searchable(name: string): string {
  return shortened(name.replaceAll(/[<>]/g, ' ').trim());
}

/** As it is quoted. */
export function shortened(name: string): string {
  return name.length > QUOTED_CHARACTERS ? `${name.slice(0, QUOTED_CHARACTERS).toWellFormed()}…` : name;
}
