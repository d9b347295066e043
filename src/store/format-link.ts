import type { Format } from '../formats/contract.ts';

/** What pages say of a format; plain data, for threads. */
export type FormatLink = Pick<Format, 'name' | 'title' | 'mediaTypes' | 'extension' | 'levels' | 'isInWords'>;

export function formatLink({ name, title, mediaTypes, extension, levels, isInWords }: FormatLink): FormatLink {
  return { name, title, mediaTypes, extension, levels, ...(isInWords === true && { isInWords }) };
}
