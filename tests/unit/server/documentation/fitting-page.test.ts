import { describe, expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import type { Page } from '../../../../src/model/page/document.ts';
import type { PageSize } from '../../../../src/model/page/field-allowance.ts';
import { type Drawn, fitting, fittingPage, type Limits } from '../../../../src/server/documentation/fitting-page.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

const bytes = (count: number): PageSize => ({ bytes: count, elements: 0 });

/** A page of copies that cost what they do, and were estimated at what they were. */
function pageOf(base: number, costs: readonly number[], estimateOf = (cost: number): number => cost) {
  const drawings: Limits[] = [];
  const upTo = (count: number, of: (cost: number) => number): number =>
    costs.slice(0, count).reduce((sum, cost) => sum + of(cost), base);
  const draw = async (limits: Limits): Promise<Drawn & Limits> => {
    drawings.push(limits);
    const copies = Math.min(limits.copies, costs.length);
    const size = bytes(limits.depth * 0.5 * upTo(copies, (cost) => cost));
    const estimates = Array.from({ length: copies + 1 }, (_, count) => bytes(upTo(count, estimateOf)));
    return { size, estimates, ...limits };
  };
  return { draw, drawings };
}

describe('a page within its budget', () => {
  test('is drawn once where it fits with all copies', async () => {
    const { draw, drawings } = pageOf(20_000, [30_000, 10_000]);
    expect((await fitting(draw)).estimates).toHaveLength(3);
    expect(drawings).toHaveLength(1);
  });

  test.each<[string, (cost: number) => number, drawings: number]>([
    ['estimated as it is', (cost) => cost, 3],
    ['estimated at twice that', (cost) => cost * 2, 4],
    ['estimated at the same each', () => 1, 7],
  ])('keeps copies until the next is too much, %s, in few drawings', async (_, estimateOf, count) => {
    const costs = Array.from({ length: 40 }, (_cost, index) => (index % 4 === 0 ? 6_000 : 20));
    const { draw, drawings } = pageOf(30_000, costs, estimateOf);
    const { size } = await fitting(draw);
    // The fifth of the large ones is too much.
    expect(size.bytes).toBe(54_240);
    expect(drawings).toHaveLength(count);
  });

  test('ends where one copy more is too much, however much room that leaves', async () => {
    const { draw } = pageOf(40_000, [5_000, 50_000, 1]);
    expect(await fitting(draw)).toMatchObject({ size: bytes(45_000), copies: 1 });
  });

  test('counts elements as well', async () => {
    const draw = async ({ copies }: Limits): Promise<Drawn> => {
      const of = (count: number): PageSize => ({ bytes: 1_000, elements: 5_000 + count * 100 });
      const drawn = Math.min(copies, 20);
      return { size: of(drawn), estimates: Array.from({ length: drawn + 1 }, (_, count) => of(count)) };
    };
    expect((await fitting(draw)).size.elements).toBe(6_000);
  });

  test('is less deep where it is too large without copies, and what comes back before what is sent', async () => {
    const { draw, drawings } = pageOf(100_000, [1_000]);
    expect(await fitting(draw)).toMatchObject({ copies: 0, depth: 1 });
    expect((await fitting(pageOf(200_000, []).draw)).depth).toBe(0.5);
    expect(drawings.slice(0, 4)).toEqual([
      { copies: Number.POSITIVE_INFINITY, depth: 2 },
      { copies: 0, depth: 2 },
      { copies: 0, depth: 0 },
      { copies: 0, depth: 1 },
    ]);
  });

  test('is as small as it gets where nothing fits, which is soon known', async () => {
    const drawings: Limits[] = [];
    const draw = async (limits: Limits) => {
      drawings.push(limits);
      return { size: bytes(99_000), estimates: [bytes(99_000)], ...limits };
    };
    expect(await fitting(draw)).toMatchObject({ copies: 0, depth: 0 });
    expect(drawings).toHaveLength(2);
  });

  test('is drawn once by templates of a project that have fields of their own', async () => {
    let drawings = 0;
    await fitting(async () => {
      drawings += 1;
      return { size: bytes(99_000), estimates: [] };
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
  const size = { bytes: 30_000, elements: 3_000 };
  /** Draws a page that has at most three copies, in its main part alone. */
  const render =
    (main: (copies: number) => string, rendered: Page[] = []) =>
    async (asked: Page): Promise<Uint8Array<ArrayBuffer>> => {
      rendered.push(asked);
      const { allowance } = asked.kind === 'document' ? asked : {};
      const copies = Math.min(3, allowance?.copies ?? 3);
      allowance?.note(Array.from({ length: copies + 1 }, () => size));
      return new TextEncoder().encode(`<html><body><main>${main(copies)}</main></body></html>`);
    };

  test('is of compressed bytes: what repeats fits', async () => {
    const rendered: Page[] = [];
    await fittingPage(
      page,
      render((copies) => 'text that repeats '.repeat(10_000 * copies), rendered),
    );
    expect(rendered).toHaveLength(1);
  });

  test('is of elements: a page with too many is drawn again', async () => {
    const html = await fittingPage(
      page,
      render((copies) => '<i>text</i>'.repeat(2_000 * copies + 1_800)),
    );
    expect(new TextDecoder().decode(html).match(/<i>/g)).toHaveLength(5_800);
  });

  test('draws a page once, as it is asked for, that has limits already', async () => {
    const rendered: Page[] = [];
    const limited: Page = { ...page, allowance: { copies: 3, depth: 2, note: () => undefined } };
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
      const main = (copies: number): string => '<i>text</i>'.repeat(2_000 * copies + 1_800);
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
