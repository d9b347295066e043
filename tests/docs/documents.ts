import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Code, Nodes, Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

export const productFolder = fileURLToPath(new URL('../..', import.meta.url));

/** A file of Markdown that users read. */
export interface Document {
  /** Relative to the product: `docs/log-ins.md`. */
  readonly path: string;
  readonly text: string;
  /** Folder that the blocks are run in, from a comment at the head; undefined without one. */
  readonly place: string | undefined;
  readonly blocks: readonly Block[];
  readonly headings: readonly Heading[];
  /** Targets of links and pictures, those of HTML too. */
  readonly targets: readonly string[];
}

/** A block of code. */
export interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** The file of the project that it is: `<!-- file: templates/Show.astro -->`. */
  readonly file: string | undefined;
  /** Why it is not run: `<!-- not run: Docker is needed -->`, or `none run` for all of a guide. */
  readonly reason: string | undefined;
}

interface Heading {
  readonly depth: number;
  readonly text: string;
  /** Anchor in GitHub's spelling. */
  readonly anchor: string;
}

const COMMENT = /^<!-- (file|not run|none run|tested in): ([^>]+?) -->$/;

/** README, `docs/` and what else users of the repository read. */
export function readDocuments(): readonly Document[] {
  const guides = readdirSync(join(productFolder, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  return ['README.md', ...guides.sort().map((name) => `docs/${name}`)].map(readDocument);
}

function readDocument(path: string): Document {
  const text = readFileSync(join(productFolder, path), 'utf8');
  const root = remark().use(remarkGfm).parse(text);
  const comments = root.children.map((node) => commentOf(node));
  const said = (key: string): string | undefined => comments.find((comment) => comment?.key === key)?.value;
  const [place, reason] = [said('tested in'), said('none run')];
  const blocks = blocksOf(root).map((block) => ({ ...block, reason: block.reason ?? reason }));
  return { path, text, place, blocks, headings: headingsOf(root), targets: targetsOf(root) };
}

function blocksOf(parent: { readonly children: readonly Nodes[] }): readonly Block[] {
  return parent.children.flatMap((node, index, siblings) => {
    if (node.type === 'code') return [toBlock(node, commentOf(siblings[index - 1]))];
    return 'children' in node ? blocksOf(node) : [];
  });
}

function toBlock(node: Code, comment: ReturnType<typeof commentOf>): Block {
  const { lang, value, position } = node;
  const said = (key: string): string | undefined => (comment?.key === key ? comment.value : undefined);
  return {
    language: lang ?? '',
    text: value,
    line: position?.start.line ?? 0,
    file: said('file'),
    reason: said('not run'),
  };
}

function commentOf(node: Nodes | undefined): { readonly key: string; readonly value: string } | undefined {
  if (node?.type !== 'html') return undefined;
  const [, key, value] = COMMENT.exec(node.value.trim()) ?? [];
  return key === undefined || value === undefined ? undefined : { key, value };
}

function headingsOf(root: Root): readonly Heading[] {
  const counts = new Map<string, number>();
  return root.children.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const text = textOf(node);
    const plain = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    return [{ depth: node.depth, text, anchor: count === 0 ? plain : `${plain}-${count}` }];
  });
}

function targetsOf(node: Nodes): readonly string[] {
  const own = node.type === 'link' || node.type === 'image' || node.type === 'definition' ? [node.url] : [];
  const inHtml =
    node.type === 'html'
      ? [...node.value.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, target = '']) => target)
      : [];
  return [...own, ...inHtml, ...('children' in node ? node.children.flatMap(targetsOf) : [])];
}

function textOf(node: Nodes): string {
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node ? node.value : '';
}
