/** `npm run pictures`: takes the pictures of README anew, from the samples, built and served. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { VisitedSite } from '../browser/visits.ts';
import { pictureFile, SCHEMES, takePicture } from './pictures.ts';

const site = await VisitedSite.open();
try {
  for (const scheme of SCHEMES) {
    mkdirSync(dirname(pictureFile(scheme)), { recursive: true });
    writeFileSync(pictureFile(scheme), await takePicture(site, scheme));
  }
} finally {
  await site.close();
}
