import { extensionIn } from '../model/language.ts';
import type { DocumentFile } from './contract.ts';

/** The end of an address that fixes the format of a document, and its language where the format has words. */
export interface Twin<File extends DocumentFile = DocumentFile> {
  readonly format: File;
  /** Null: the default one, or a format without words. */
  readonly language: string | null;
  readonly extension: string;
}

/**
 * Languages that a format is written in: null is the default, or stands for a format without words.
 * @param tags of the site's languages, the default first
 */
export function languagesOf(
  { isInWords }: Pick<DocumentFile, 'isInWords'>,
  tags: readonly string[],
): readonly (string | null)[] {
  return isInWords === true ? [null, ...tags.slice(1)] : [null];
}

/** @param tags as {@link languagesOf} takes them */
export function twinsOf<File extends DocumentFile>(
  formats: readonly File[],
  tags: readonly string[],
): readonly Twin<File>[] {
  return formats.flatMap((format) =>
    languagesOf(format, tags).map((language) => ({
      format,
      language,
      extension: extensionIn(language, format.extension),
    })),
  );
}
