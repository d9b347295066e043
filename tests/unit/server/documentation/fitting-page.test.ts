import { describe, expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import type { Page } from '../../../../src/model/page/document.ts';
import type { Extra, ExtraKind, PageSize } from '../../../../src/model/page/field-allowance.ts';
import { type Drawn, fitting, fittingPage } from '../../../../src/server/documentation/fitting-page.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const bytes = (count: number): PageSize => ({ bytes: count, elements: 0 });

interface Costs {
  readonly kind: ExtraKind;
  readonly costs: readonly number[];
}

const copies = (...costs: readonly number[]): Costs => ({ kind: 'copy', costs });
const sent = (...costs: readonly number[]): Costs => ({ kind: 'sent', costs });
const received = (...costs: readonly number[]): Costs => ({ kind: 'received', costs });

/** A page of extras that cost what they do, and were estimated at what they were. */
function pageOf(base: number, groups: readonly Costs[], estimateOf = (cost: number): number => cost) {
  const drawings: number[] = [];
  const all = groups.flatMap(({ kind, costs }) => costs.map((cost) => ({ kind, cost })));
  const upTo = (count: number, of: (cost: number) => number): number =>
    all.slice(0, count).reduce((sum, { cost }) => sum + of(cost), base);
  const draw = async (extras: number): Promise<Drawn> => {
    drawings.push(extras);
    const drawn = all.slice(0, extras);
    return {
      size: bytes(upTo(drawn.length, (cost) => cost)),
      extras: drawn.map(({ kind }, at): Extra => ({ kind, before: bytes(upTo(at, estimateOf)) })),
      end: bytes(upTo(drawn.length, estimateOf)),
    };
  };
  return { draw, drawings };
}

describe('a page within its budget', () => {
  test('is drawn once where it fits with all extras', async () => {
    const { draw, drawings } = pageOf(20_000, [copies(30_000, 10_000)]);
    expect((await fitting(draw)).extras).toHaveLength(2);
    expect(drawings).toHaveLength(1);
  });

  test.each<[string, (cost: number) => number, drawings: number]>([
    ['estimated as it is', (cost) => cost, 3],
    ['estimated at twice that', (cost) => cost * 2, 4],
    ['estimated at the same each', () => 1, 7],
  ])('keeps copies until the next is too much, %s, in few drawings', async (_, estimateOf, count) => {
    const costs = Array.from({ length: 40 }, (_cost, index) => (index % 4 === 0 ? 6_000 : 20));
    const { draw, drawings } = pageOf(30_000, [copies(...costs)], estimateOf);
    const { size } = await fitting(draw);
    // The fifth of the large ones is too much.
    expect(size.bytes).toBe(54_240);
    expect(drawings).toHaveLength(count);
  });

  test('ends where one copy more is too much, however much room that leaves', async () => {
    const { draw } = pageOf(40_000, [copies(5_000, 50_000, 1)]);
    const { size, extras } = await fitting(draw);
    expect([size, extras.length]).toEqual([bytes(45_000), 1]);
  });

  test('leaves some room where what is next is on a page of its own', async () => {
    const costs = Array.from({ length: 40 }, () => 1_000);
    const { draw, drawings } = pageOf(30_000, [received(...costs)]);
    const { size } = await fitting(draw);
    expect(size.bytes).toBeGreaterThanOrEqual(54_000);
    expect(drawings).toHaveLength(2);
  });

  test('counts elements as well', async () => {
    const draw = async (extras: number): Promise<Drawn> => {
      const of = (count: number): PageSize => ({ bytes: 1_000, elements: 5_000 + count * 100 });
      const drawn = Math.min(extras, 20);
      const before = (count: number): Extra => ({ kind: 'copy', before: of(count) });
      return { size: of(drawn), extras: Array.from({ length: drawn }, (_, at) => before(at)), end: of(drawn) };
    };
    expect((await fitting(draw)).size.elements).toBe(6_000);
  });

  test('keeps what is sent before what comes back, and that before copies', async () => {
    const kinds = async (base: number): Promise<readonly ExtraKind[]> => {
      const { draw } = pageOf(base, [sent(10_000), received(10_000), copies(10_000)]);
      return (await fitting(draw)).extras.map(({ kind }) => kind);
    };
    expect(await kinds(30_000)).toEqual(['sent', 'received', 'copy']);
    expect(await kinds(40_000)).toEqual(['sent', 'received']);
    expect(await kinds(50_000)).toEqual(['sent']);
  });

  test('is as large as what is sent in its operations, and has then all but copies', async () => {
    const { draw, drawings } = pageOf(30_000, [sent(20_000, 20_000), received(2_000), copies(1_000)]);
    expect((await fitting(draw)).size).toEqual(bytes(72_000));
    expect(drawings).toEqual([Number.POSITIVE_INFINITY, 2, 3]);
  });

  test.each([
    ['nothing else', [sent(20_000, 20_000)], [Number.POSITIVE_INFINITY]],
    ['what comes back, but no copies', [sent(40_000), received(2_000)], [Number.POSITIVE_INFINITY, 1]],
  ])('that has what is sent and %s is not drawn again as it is', async (_, extras, expected) => {
    const { draw, drawings } = pageOf(30_000, extras);
    expect((await fitting(draw)).extras).toHaveLength(2);
    expect(drawings).toEqual(expected);
  });

  test('leaves out what is sent where it would be larger than any page may be', async () => {
    const { draw } = pageOf(50_000, [sent(...Array.from({ length: 60 }, () => 2_000)), copies(1_000)]);
    const { size, extras } = await fitting(draw);
    expect(size.bytes).toBeLessThanOrEqual(150_000);
    expect(size.bytes).toBeGreaterThanOrEqual(135_000);
    expect(extras.every(({ kind }) => kind === 'sent')).toBe(true);
  });

  test.each([
    ['comes back', received(1_000)],
    ['is sent', sent(1_000)],
  ])('is as small as it gets where nothing fits: what %s is left out', async (_, extra) => {
    const { draw, drawings } = pageOf(159_000, [extra]);
    expect(await fitting(draw)).toMatchObject({ size: bytes(159_000), extras: [] });
    // Once without extras, and no page twice.
    expect(drawings.at(-1)).toBe(0);
    expect(drawings.filter((extras) => extras === 0)).toHaveLength(1);
  });

  test('has no extras where no more is known to fit after the last drawing', async () => {
    let drawings = 0;
    const draw = async (extras: number): Promise<Drawn> => {
      drawings += 1;
      const drawn = Array.from({ length: Math.min(extras, 5_000) }, (): Extra => ({ kind: 'copy', before: bytes(0) }));
      return { size: bytes(60_000 + drawn.length), extras: drawn, end: bytes(0) };
    };
    expect(await fitting(draw)).toMatchObject({ size: bytes(60_000), extras: [] });
    expect(drawings).toBe(12);
  });

  test('is drawn once by templates of a project that have fields of their own', async () => {
    let drawings = 0;
    await fitting(async () => {
      drawings += 1;
      return { size: bytes(99_000), extras: [], end: undefined };
    });
    expect(drawings).toBe(1);
  });
});

describe('measuring', () => {
  const api = new Api(apiRecord({ services: [service('a', { operations: [operation('GET', '/a')] })] }));
  const [only] = api.getServices();
  const around = { site: { title: 'APIs', baseUrl: '' }, alternates: [], versions: [], development: false } as const;
  const page: Page =
    only === undefined
      ? { kind: 'document', ...around, document: { level: 'api', api } }
      : { kind: 'document', ...around, document: { level: 'service', api, service: only } };
  const before = { bytes: 30_000, elements: 3_000 };
  /** Draws a page that has at most three copies, in its main part alone. */
  const render =
    (main: (count: number) => string, rendered: Page[] = []) =>
    async (asked: Page): Promise<Uint8Array<ArrayBuffer>> => {
      rendered.push(asked);
      const { allowance } = asked.kind === 'document' ? asked : {};
      const count = Math.min(3, allowance?.extras ?? 3);
      const extras = Array.from({ length: count }, (): Extra => ({ kind: 'copy', before }));
      allowance?.note(extras, before);
      return new TextEncoder().encode(`<html><body><main>${main(count)}</main></body></html>`);
    };

  test('is of compressed bytes: what repeats fits', async () => {
    const rendered: Page[] = [];
    await fittingPage(
      page,
      render((count) => 'text that repeats '.repeat(10_000 * count), rendered),
    );
    expect(rendered).toHaveLength(1);
  });

  test('is of elements: a page with too many is drawn again', async () => {
    const html = await fittingPage(
      page,
      render((count) => '<i>text</i>'.repeat(2_000 * count + 1_800)),
    );
    expect(new TextDecoder().decode(html).match(/<i>/g)).toHaveLength(5_800);
  });

  test('draws a page once, as it is asked for, that has limits already', async () => {
    const rendered: Page[] = [];
    const limited: Page = { ...page, allowance: { extras: 3, note: () => undefined } };
    await fittingPage(
      limited,
      render(() => '<i>text</i>'.repeat(9_000), rendered),
    );
    expect(rendered).toEqual([limited]);
  });

  test('leaves other pages alone', async () => {
    const rendered: Page[] = [];
    const overview: Page = { kind: 'document', ...around, document: { level: 'api', api } };
    await fittingPage(
      overview,
      render(() => '<i>text</i>'.repeat(9_000), rendered),
    );
    expect(rendered).toEqual([overview]);
  });

  test('depends on the main part alone: in development the rest is otherwise', async () => {
    const drawn = async (rest: string): Promise<number> => {
      const main = (count: number): string => '<i>text</i>'.repeat(2_000 * count + 1_800);
      const plain = render(main);
      const html = await fittingPage(page, async (asked) => {
        const text = new TextDecoder().decode(await plain(asked));
        return new TextEncoder().encode(text.replace('<html>', `<html>${rest}`).replace('</body>', `${rest}</body>`));
      });
      return new TextDecoder().decode(html).match(/<i>/g)?.length ?? 0;
    };
    expect(await drawn('')).toBe(5_800);
    expect(await drawn('<script></script>'.repeat(900))).toBe(5_800);
  });
});
