import type { Box } from 'webpith/stages';
import type { RenderPool } from '../pool.js';

/** Part of an image. */
export interface PictureRegion {
  readonly png: Uint8Array;
  readonly box: Box;
}

/** How two regions differ. */
export interface PictureDifference {
  /** Mean channel difference of corresponding pixels, 0 to 1. */
  readonly pixels: number;
  /** Share of the area whose colours (quantised to 64) the two do not have in common, 0 to 1. */
  readonly colours: number;
  /** The most frequent quantised colours of each. */
  readonly dominant: readonly [string, string];
}

/** Compares regions of two images by pixels and by colours; a browser decodes them. */
export async function comparePictures(
  pool: RenderPool,
  a: PictureRegion,
  b: PictureRegion,
): Promise<PictureDifference> {
  const regions = [a, b].map(({ png, box }) => ({ data: Buffer.from(png).toString('base64'), box }));
  return await pool.use<PictureDifference>({ html: '<p>' }, { network: false }, ({ page }) =>
    page.evaluate(`(${COMPARE})(${JSON.stringify(regions)})`),
  );
}

/** Runs in the browser. Compares the images at a quarter of their size, so that subpixel shifts of text do not count. */
const COMPARE = `async regions => {
  const width = Math.floor(Math.min(...regions.map(({ box }) => box.width)));
  const height = Math.floor(Math.min(...regions.map(({ box }) => box.height)));
  const [w, h] = [Math.floor(width / 4), Math.floor(height / 4)];
  const read = async ({ data, box }) => {
    const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(w, h).getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, Math.round(box.x), Math.round(box.y), width, height, 0, 0, w, h);
    return context.getImageData(0, 0, w, h).data;
  };
  const pictures = [await read(regions[0]), await read(regions[1])];
  const counts = [new Map(), new Map()];
  let difference = 0;
  for (let i = 0; i < pictures[0].length; i += 4) {
    for (let c = 0; c < 3; c++) difference += Math.abs(pictures[0][i + c] - pictures[1][i + c]);
    pictures.forEach((pixels, which) => {
      const coarse = [0, 1, 2].map(c => pixels[i + c] >> 6).join('');
      counts[which].set(coarse, (counts[which].get(coarse) ?? 0) + 1);
    });
  }
  const area = w * h;
  let common = 0;
  for (const [colour, count] of counts[0]) common += Math.min(count, counts[1].get(colour) ?? 0);
  const top = map => [...map].sort((x, y) => y[1] - x[1]).slice(0, 3).map(([colour]) => colour).sort().join();
  return { pixels: difference / (area * 3 * 255), colours: 1 - common / area, dominant: counts.map(top) };
}`;
