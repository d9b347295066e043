import { PICTURE_SIZE, type PictureTexts } from '../presentation/link-picture.ts';
import { Canvas, mixed, type Shape } from './canvas.ts';
import { toPolygon } from './polygon.ts';
import { capitalsOf, linesOf, type Style, shapeOf, WEIGHTS, widthOf } from './text.ts';

/** What a theme makes of it. */
export interface PictureLook {
  /** `#0b57b8`. */
  readonly brand: string;
  /** Our mark: of a site that has neither logo nor icon of its own. */
  readonly hasMark: boolean;
}

/** Those of pages in the light scheme: `views/styles/tokens.css`. */
export const COLOURS = { ground: '#ffffff', text: '#1b2330', muted: '#566072' } as const;

const LEFT = 80;
const WIDTH = PICTURE_SIZE.width - 2 * LEFT;
const SENTENCE_WIDTH = 960;
const EDGE = 14;
const MARK = { size: 44, top: 72, radius: 10 } as const;
const LABEL = { top: 500, height: 56, padding: 22, radius: 12 } as const;
const GAP = 22;
/** As in `--pd-tint`. */
const TINT_SHARE = 0.09;

const SITE: Style = { size: 30, weight: WEIGHTS.semibold };
const TITLE: Style = { size: 92, weight: WEIGHTS.bold, spacing: -0.024 };
const LONG_TITLE: Style = { ...TITLE, size: 72 };
const SENTENCE: Style = { size: 34, weight: WEIGHTS.regular, spacing: -0.005 };
const FACT: Style = { size: 28, weight: WEIGHTS.semibold };
const COUNT: Style = { size: 28, weight: WEIGHTS.regular };

/**
 * The picture of a link, in PNG.
 * @param note what it is known by again: a hash of all that it is made of
 */
export function drawPicture(texts: PictureTexts, look: PictureLook, note: string): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas(PICTURE_SIZE.width, PICTURE_SIZE.height, COLOURS.ground);
  canvas.fill(box(0, 0, EDGE, PICTURE_SIZE.height), look.brand);
  drawSite(canvas, texts, look);
  drawTitle(canvas, texts);
  drawFacts(canvas, texts, look);
  return canvas.toPng(note);
}

function drawSite(canvas: Canvas, { site }: PictureTexts, { brand, hasMark }: PictureLook): void {
  const { size, top, radius } = MARK;
  if (hasMark) {
    canvas.fill(box(LEFT, top, size, size, radius), brand);
    canvas.fill(markLines(), COLOURS.ground, brand);
  }
  const left = hasMark ? LEFT + size + GAP : LEFT;
  const [line = ''] = linesOf(site ?? '', SITE, LEFT + WIDTH - left, 1);
  canvas.fill(shapeOf(line, SITE, left, middle(SITE, top, size)), COLOURS.text);
}

function drawTitle(canvas: Canvas, { title, sentence }: PictureTexts): void {
  const isShort = widthOf(title, TITLE) <= WIDTH;
  const style = isShort ? TITLE : LONG_TITLE;
  let baseline: number = isShort ? 276 : 244;
  for (const line of linesOf(title, style, WIDTH, 2)) {
    // Large letters have room at their left side.
    canvas.fill(shapeOf(line, style, LEFT - style.size * 0.04, baseline), COLOURS.text);
    baseline += style.size * 1.12;
  }
  baseline += isShort ? -24 : 2;
  for (const line of linesOf(sentence ?? '', SENTENCE, SENTENCE_WIDTH, 2)) {
    canvas.fill(shapeOf(line, SENTENCE, LEFT, baseline), COLOURS.muted);
    baseline += SENTENCE.size * 1.42;
  }
}

function drawFacts(canvas: Canvas, { version, count }: PictureTexts, { brand }: PictureLook): void {
  const { top, height, padding, radius } = LABEL;
  let left = LEFT;
  if (version !== null) {
    const tint = mixed(brand, TINT_SHARE, COLOURS.ground);
    const width = widthOf(version, FACT) + 2 * padding;
    canvas.fill(box(left, top, width, height, radius), tint);
    canvas.fill(shapeOf(version, FACT, left + padding, middle(FACT, top, height)), brand, tint);
    left += width + GAP;
  }
  canvas.fill(shapeOf(count ?? '', COUNT, left, middle(COUNT, top, height)), COLOURS.muted);
}

/** Baseline of a line in the middle of a height. */
function middle(style: Style, top: number, height: number): number {
  return top + (height + capitalsOf(style)) / 2;
}

/** Three lines, as in `views/icon.svg`. */
function markLines(): Shape {
  const unit = MARK.size / 22;
  const [left, top] = [LEFT - unit, MARK.top - unit];
  return [
    [8, 11],
    [12, 7],
    [16, 9],
  ].flatMap(([y = 0, width = 0]) => box(left + 6.5 * unit, top + (y - 1) * unit, width * unit, 2 * unit));
}

function box(left: number, top: number, width: number, height: number, radius = 0): Shape {
  const [right, bottom] = [left + width, top + height];
  const on = (x: number, y: number) => ({ x, y, isOnLine: true });
  const corner = (x: number, y: number) => ({ x, y, isOnLine: radius === 0 });
  return [
    toPolygon([
      ...[on(left + radius, top), on(right - radius, top), corner(right, top)],
      ...[on(right, top + radius), on(right, bottom - radius), corner(right, bottom)],
      ...[on(right - radius, bottom), on(left + radius, bottom), corner(left, bottom)],
      ...[on(left, bottom - radius), on(left, top + radius), corner(left, top)],
    ]),
  ];
}
