/**
 * The address where a link may lead there: http, https or mailto. Other schemes run code or load data; they stay text.
 */
export function webLink(url: string | undefined): string | null {
  return url !== undefined && /^(https?:\/\/|mailto:)/i.test(url) ? url : null;
}
