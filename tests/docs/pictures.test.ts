import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VisitedSite } from '../browser/visits.ts';
import { whileTesting } from '../while-testing.ts';
import { pictureFile, SCHEMES, takePicture } from './pictures.ts';

/** A reader of README on a slow line waits for it. */
const MOST_BYTES = 150_000;
/** Share of all pixels: smoothing of edges differs between machines. */
const MOST_DIFFERENT = 0.005;

const site = whileTesting(() => VisitedSite.open());

test.each(SCHEMES)(
  'the %s picture of README is what the product shows; else run "npm run pictures"',
  async (scheme) => {
    const kept = readFileSync(pictureFile(scheme));
    expect(kept.length).toBeLessThanOrEqual(MOST_BYTES);
    expect(await shareOfDifferentPixels(kept, await takePicture(site, scheme))).toBeLessThanOrEqual(MOST_DIFFERENT);
  },
);

/** The browser decodes both. @returns 1 where the sizes differ */
function shareOfDifferentPixels(before: Buffer, after: Buffer): Promise<number> {
  const urls = [before, after].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  return site.visit({ path: '/healthz', javaScript: true }, (page) =>
    page.evaluate(async (sources) => {
      const pictures = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height) ?? new ImageData(1, 1);
        }),
      );
      const [one, two] = pictures;
      if (one === undefined || two === undefined || one.width !== two.width || one.height !== two.height) return 1;
      let different = 0;
      for (let at = 0; at < one.data.length; at += 4) {
        const distance = [0, 1, 2].reduce(
          (sum, channel) => sum + Math.abs((one.data[at + channel] ?? 0) - (two.data[at + channel] ?? 0)),
          0,
        );
        if (distance > 30) different += 1;
      }
      return different / (one.data.length / 4);
    }, urls),
  );
}
