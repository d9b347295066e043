import { extensionIn } from '../model/language.ts';
import type { DocumentFile } from './contract.ts';

/** URL extension that fixes the format of a document, and the language if the format contains text of this product. */
export interface Twin<File extends DocumentFile = DocumentFile> {
  readonly format: File;
  /** Null: the default language, or a format without text of this product. */
  readonly language: string | null;
  readonly extension: string;
}

/**
 * Languages in which a format is written; null is the default language or means a format without text of this product.
 * @param tags language tags of the site, default first
 */
export function languagesOf(
  { isInWords }: Pick<DocumentFile, 'isInWords'>,
  tags: readonly string[],
): readonly (string | null)[] {
  return isInWords === true ? [null, ...tags.slice(1)] : [null];
}

/** @param tags language tags of the site, default first */
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
