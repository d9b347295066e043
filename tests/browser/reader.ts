import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { wholeLinks } from '../../src/views/near-links.ts';
import { whileTesting } from '../while-testing.ts';
import { VisitedSite } from './visits.ts';

/** A line of the score sheet: what a reader must find on the pages. No script runs unless said. */
export type Line = readonly [number: string, rule: string, check: () => Promise<void>];

/** Base path of the pages; {@link openReader} has to be called first. */
export const ROOT = '/platform/documentation';
export const UGLY = `${ROOT}/Ugly-v1/ugly`;
export const BOOK = `${ROOT}/Library-v1/Book`;
export const BOOK_2 = `${ROOT}/Library-v2/Book`;

export let site: VisitedSite;

/** Before the tests of a file are collected. */
export function openReader(): void {
  site = whileTesting(() => VisitedSite.open());
  texts.clear();
}

export const inside = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).allInnerTexts()).join('\n');
interface Texts {
  readonly seen: string;
  readonly found: string;
  readonly rows: ReadonlyMap<string, string>;
}

/** Pages without a script never change: each is read once. Keys are paths. */
const texts = new Map<string, Promise<Texts>>();

function textsOf(path: string): Promise<Texts> {
  const read = texts.get(path) ?? site.look({ path }, readTexts);
  texts.set(path, read);
  return read;
}

async function readTexts(page: Page): Promise<Texts> {
  const { rows, ...main } = await page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('[id]')];
    const { innerText, textContent } = document.querySelector('main') ?? document.body;
    return { seen: innerText, found: textContent, rows: parts.map((part) => [part.id, part.innerText] as const) };
  });
  return { ...main, rows: new Map(rows) };
}

/** Text of the page as the reader sees it, closed parts left out. */
export const seen = async (path: string): Promise<string> => (await textsOf(path)).seen;
/** All text, also of parts that find-in-page opens. */
export const found = async (path: string): Promise<string> => (await textsOf(path)).found;
/** Visible text of the part with this identifier. */
export const row = async (path: string, id: string): Promise<string> => (await textsOf(path)).rows.get(id) ?? '';
/** A page with links as browsers resolve them. */
export const html = async (path: string): Promise<string> => wholeLinks(await (await site.fetch(path)).text(), path);

/** Names below every `properties`, and of parameters. */
export function namesIn(value: unknown, isMap = false): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => namesIn(entry));
  const own = isMap ? Object.keys(value) : 'in' in value && 'name' in value ? [String(value.name)] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => namesIn(inner, !isMap && key === 'properties'))];
}

export function uglyPart(path: string): unknown {
  const text = readFileSync(new URL('../fixtures/descriptors/ugly/v1.yaml', import.meta.url), 'utf8');
  const { paths, components } = load(text) as { paths: Record<string, unknown>; components: { schemas: unknown } };
  return [paths[path], components.schemas];
}

export async function containsAll(path: string, texts: readonly string[], read = seen): Promise<void> {
  const text = await read(path);
  for (const expected of texts) expect(text).toContain(expected);
}

export async function links(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((nodes) =>
    nodes.map((node) => {
      const address = node.getAttribute('href') ?? '';
      const { pathname, search, hash } = new URL(address, document.baseURI);
      return address.startsWith('#') ? address : pathname + search + hash;
    }),
  );
}

export async function stylesheet(): Promise<string> {
  const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec(await html(UGLY)) ?? [];
  return (await site.fetch(path, '*/*')).text();
}
