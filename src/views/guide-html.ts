import { UniqueNames } from '../model/unique-name.ts';
import { anchorPart } from '../presentation/anchors.ts';
import type { FindOperation } from '../presentation/guides/operation-links.ts';
import { escapeHtml, Markup } from './helpers/markup.ts';
import { renderMarkdown } from './markdown.ts';

/** A heading of a guide, for its contents. */
interface GuideHeading {
  readonly id: string;
  /** HTML of the heading without links. */
  readonly title: Markup;
  /** 2 or 3. */
  readonly level: number;
}

interface GuideHtml {
  readonly html: Markup;
  readonly headings: readonly GuideHeading[];
}

/** Of our own rendering: a heading, code in a line, and the elements in which code is no link. */
const PARTS = /<h([23])((?: dir="auto")?)>(.*?)<\/h\1>|<code>([^<]*)<\/code>|<(\/?)(a|pre)(?: [^<>]*)?>/gs;

/** The text of a guide: its headings can be linked to, and code that names an operation leads there. */
export function guideHtml(text: string, findOperation: FindOperation): GuideHtml {
  const ids = new UniqueNames('-');
  const headings: GuideHeading[] = [];
  const linked = (html: string): string => {
    let depth = 0;
    return html.replaceAll(PARTS, (part, level, direction, title, code, slash, element) => {
      if (level !== undefined) {
        const id = ids.claim(`section-${slug(title)}`);
        const heading = linked(title);
        headings.push({ id, title: new Markup(title.replaceAll(/<\/?a(?: [^<>]*)?>/g, '')), level: Number(level) });
        return `<h${level} id="${id}"${direction}>${heading}</h${level}>`;
      }
      if (element !== undefined) {
        depth += slash === '' ? 1 : -1;
        return part;
      }
      const href = depth > 0 ? null : findOperation(decoded(code));
      return href === null ? part : `<a href="${escapeHtml(href)}">${part}</a>`;
    });
  };
  return { html: new Markup(linked(renderMarkdown(text, 1))), headings };
}

/** Letters and digits of a heading, in any script. */
function slug(html: string): string {
  const words =
    decoded(html.replaceAll(/<[^>]*>/g, ''))
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return anchorPart(words.join('-')) || 'untitled';
}

function decoded(html: string): string {
  return html.replaceAll('&#x3C;', '<').replaceAll('&#x26;', '&');
}
