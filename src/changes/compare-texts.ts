import type { Api } from '../model/api.ts';
import { plainText } from '../presentation/markdown-text.ts';
import type { At } from './comparison.ts';
import { byName, textValue } from './values.ts';

interface Described {
  readonly title?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Texts of one part, which change nothing that is sent. */
export function compareTexts(at: At, before: Described, after: Described): void {
  for (const key of ['title', 'summary'] as const) compareText(at, 'title-changed', before[key], after[key]);
  compareText(at, 'description-changed', before.description, after.description);
}

export function compareText(
  at: At,
  rule: 'title-changed' | 'description-changed' | 'information-changed',
  before: string | null | undefined,
  after: string | null | undefined,
): void {
  if ((before ?? '') === (after ?? '')) return;
  const [was, now] = rule === 'description-changed' ? asRead(before ?? '', after ?? '') : [before, after];
  at.report(rule, textValue(was), textValue(now));
}

/** Descriptions are Markdown, which is shown where nothing else of them differs. */
function asRead(before: string, after: string): readonly [string, string] {
  const [was, now] = [plainText(before), plainText(after)];
  return was === now ? [before, after] : [was || before, now || after];
}

interface WithExamples {
  readonly example?: unknown;
  readonly examples?: unknown;
}

export function compareExamples(at: At, before: WithExamples, after: WithExamples): void {
  const examples = ({ example, examples }: WithExamples): unknown => examples ?? example;
  at.reportUnlessSame('example-changed', examples(before), examples(after));
}

/** Texts of tags and guides: pages of the API's own. */
export function comparePages(at: At): void {
  const { before, after } = at.comparison;
  const pages = ({ record }: Api): Record<'tag' | 'guide', Readonly<Record<string, Described>>> => ({
    tag: Object.fromEntries(record.tags.map((tag) => [tag.name, tag])),
    guide: Object.fromEntries((record.guides ?? []).map((guide) => [guide.name, { description: guide.text }])),
  });
  const [first, second] = [pages(before), pages(after)];
  for (const kind of ['tag', 'guide'] as const) {
    for (const [name, old = {}, now = {}] of byName(first[kind], second[kind]))
      compareTexts(at.inside({ kind, name }), old, now);
  }
}
