import type { Format } from '../formats/contract.ts';

/** Facts of a format that pages show; plain data, for threads. */
export type FormatLink = Pick<Format, 'name' | 'title' | 'mediaTypes' | 'extension' | 'levels' | 'isInWords'>;

export function formatLink({ name, title, mediaTypes, extension, levels, isInWords }: FormatLink): FormatLink {
  return { name, title, mediaTypes, extension, levels, ...(isInWords === true && { isInWords }) };
}
