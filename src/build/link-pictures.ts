import { drawPicture, type PictureLook } from '../pictures/picture.ts';
import { noteIn } from '../pictures/png.ts';
import { pictureTexts } from '../presentation/link-picture.ts';
import { PICTURE_FILE } from '../store/companions.ts';
import { artifactKey } from '../store/release.ts';
import { shortHash } from '../store/short-hash.ts';
import type { Reuse } from './incremental/reuse.ts';
import type { ReleaseWriter } from './release-writer.ts';
import type { Section } from './sections.ts';

/** Writes the pictures of links, and keeps those of the release before that would be made of the same. */
export async function writePictures(
  writer: ReleaseWriter,
  section: Section,
  reuse: Reuse,
  look: PictureLook,
): Promise<void> {
  for (const reference of section.references) {
    if (reference.level !== 'list' && reference.level !== 'api') continue;
    const key = artifactKey(reference, PICTURE_FILE.name);
    if (reference.level === 'api' && reuse.keepsAll(reference.api) && writer.keepArtifact(key)) continue;
    const { documents } = section;
    const texts = pictureTexts(documents.document(reference), documents.site);
    if (texts === null) continue;
    const source = shortHash(JSON.stringify([texts, look]));
    const before = reuse.hasBefore ? writer.before.body('artifacts', key) : undefined;
    const isSame = before !== undefined && noteIn(before) === source;
    if (!(isSame && writer.keepArtifact(key))) await writer.addArtifact(key, drawPicture(texts, look, source));
  }
}
