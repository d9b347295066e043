import type { Nodes } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfm } from 'micromark-extension-gfm';
import { markdownSections } from './slow-markdown.ts';

/** Part of a text, as offsets. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Destination of a link, an image or a link reference definition, or of `href` or `src` in HTML. */
interface MarkdownLink {
  /** Destination without escapes and angle brackets. */
  readonly target: string;
  /** Range of the destination in the text, with its angle brackets. */
  readonly written: TextRange;
  /** Markup to remove so that only the text is left; for a definition, also the markup of the links that use it. */
  readonly markup: readonly TextRange[];
  /** Title of a definition, null without one; undefined for links that contain their destination. */
  readonly title?: string | null;
}

/** Range of the destination of each node, because the syntax tree does not contain it. */
const written = new WeakMap<object, TextRange>();

type Place = Readonly<Record<'start' | 'end', { readonly offset: number }>>;

function note(node: object | undefined, { start, end }: Place): void {
  if (node !== undefined) written.set(node, { start: start.offset, end: end.offset });
}

/** Parser options. Remark and its plugins would also load the serializer, on each start. */
const OPTIONS: Options = {
  extensions: [gfm()],
  mdastExtensions: [
    {
      exit: {
        resourceDestination(token) {
          note(this.stack.at(-1), token);
        },
        definitionDestination(token) {
          note(this.stack.at(-1), token);
        },
      },
    },
  ],
};

/** Finds the link destinations in a Markdown text, except in code and in parts that pages show unformatted. */
export function markdownLinks(text: string): readonly MarkdownLink[] {
  if (!text.includes(']') && !text.includes('<')) return [];
  const found = new Links();
  let offset = 0;
  for (const { text: section, definitions, excess } of markdownSections(text)) {
    if (excess === null) found.read(section, definitions, offset);
    offset += section.length;
  }
  return found.list();
}

/** Maximum number of characters that inlined definitions add to a text; a definition beyond it stays where it is. */
const MOST_INLINED = 100_000;
/** Begin of a character reference, which a parser would decode. */
const CHARACTER_REFERENCE = /&(?=#?\w+;)/g;

/**
 * Replaces link destinations in a text.
 * @param addressOf returns the new destination; undefined keeps the old one, and null reduces the link to its text
 * @param options `inlinesDefinitions`: writes the destinations of definitions into the links, because in a document of
 * several texts, a definition would apply to all of them
 */
export function withDestinations(
  text: string,
  addressOf: (link: MarkdownLink) => string | null | undefined,
  { inlinesDefinitions = false } = {},
): string {
  let room = MOST_INLINED;
  const edits = markdownLinks(text).flatMap((link) => {
    const isDefinition = inlinesDefinitions && link.title !== undefined;
    const given = addressOf(link);
    const address = given === undefined && isDefinition ? link.target : given;
    if (address === undefined) return [];
    if (address === null) return link.markup.map((range) => ({ ...range, by: '' }));
    const encoded = address.replaceAll(/[\s()<>\\"']/g, percentEncoded);
    // Attributes in HTML, which have no markup, are read as they are written.
    const by = link.markup.length === 0 ? encoded : encoded.replaceAll(CHARACTER_REFERENCE, '&amp;');
    const title = link.title?.replaceAll(/["\\]/g, '\\$&').replaceAll(CHARACTER_REFERENCE, '&amp;');
    const inlined = `](${by}${title === undefined ? '' : ` "${title.replaceAll('\n', ' ')}"`})`;
    // The markup has the definition first, then two ranges for each link: before and after its text.
    const length = (inlined.length * (link.markup.length - 1)) / 2;
    if (!isDefinition || length > room) return [{ ...link.written, by }];
    room -= length;
    return link.markup.flatMap((range, index) =>
      index % 2 === 1 ? [] : [{ ...range, by: index === 0 ? '' : inlined }],
    );
  });
  let result = '';
  let at = 0;
  for (const { start, end, by } of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}

/** Encodes what may end a destination, including characters that `encodeURIComponent` keeps. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

const ATTRIBUTE = /\s(?:href|src)=(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/gi;

class Links {
  readonly #links: MarkdownLink[] = [];
  /** First definition of each identifier; others have no effect. */
  readonly #definitions = new Map<string, MarkdownLink>();
  /** Markup of the links that name a definition, by identifier. */
  readonly #references = new Map<string, TextRange[]>();

  /** @param definitions link reference definitions of the whole text, which a section may use */
  read(section: string, definitions: string, offset: number): void {
    try {
      this.#visit(fromMarkdown(section + definitions, OPTIONS), section, offset);
    } catch (error) {
      // Pages show a text that is nested too deeply for the stack unformatted.
      if (!(error instanceof RangeError)) throw error;
    }
  }

  list(): readonly MarkdownLink[] {
    const defined = [...this.#definitions].map(([identifier, link]) => ({
      ...link,
      markup: [...link.markup, ...(this.#references.get(identifier) ?? [])],
    }));
    return [...this.#links, ...defined].toSorted((one, other) => one.written.start - other.written.start);
  }

  #visit(node: Nodes, section: string, offset: number): void {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type !== 'root' && end > section.length) return;
    const range = (from: number, to: number): TextRange => ({ start: from + offset, end: to + offset });
    const source = section.slice(start, end);
    const begin = source.startsWith('!') ? 2 : 1;
    const around = (labelEnd: number): TextRange[] => [range(start, start + begin), range(labelEnd, end)];
    const own = written.get(node);
    switch (node.type) {
      case 'html':
        for (const { 0: whole, index, groups } of source.matchAll(ATTRIBUTE)) {
          const target = groups?.['double'] ?? groups?.['single'] ?? '';
          const last = start + index + whole.length - 1;
          this.#links.push({ target, written: range(last - target.length, last), markup: [] });
        }
        break;
      case 'link':
      case 'image':
        if (own !== undefined)
          this.#links.push({
            target: node.url,
            written: range(own.start, own.end),
            markup: around(section.lastIndexOf('](', own.start)),
          });
        break;
      case 'linkReference':
      case 'imageReference': {
        const length = { full: source.length - source.lastIndexOf(']['), collapsed: 3, shortcut: 1 }[
          node.referenceType
        ];
        const known = this.#references.get(node.identifier) ?? [];
        known.push(...around(end - length));
        this.#references.set(node.identifier, known);
        break;
      }
      case 'definition':
        if (own !== undefined && !this.#definitions.has(node.identifier))
          this.#definitions.set(node.identifier, {
            target: node.url,
            title: node.title ?? null,
            written: range(own.start, own.end),
            markup: [range(start, end)],
          });
        break;
      default:
    }
    if ('children' in node) for (const child of node.children) this.#visit(child, section, offset);
  }
}
