import { type At, type Comparison, inside } from './comparison.ts';
import { jsonValue, member, namesOfBoth, textValue } from './values.ts';

interface Described {
  readonly title?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Texts of one part, which change nothing that is sent. */
export function compareTexts(comparison: Comparison, at: At, before: Described, after: Described): void {
  for (const key of ['title', 'summary'] as const)
    compareText(comparison, at, 'title-changed', before[key], after[key]);
  compareText(comparison, at, 'description-changed', before.description, after.description);
}

export function compareText(
  comparison: Comparison,
  at: At,
  rule: 'title-changed' | 'description-changed' | 'information-changed',
  before: string | null | undefined,
  after: string | null | undefined,
): void {
  if ((before ?? '') !== (after ?? '')) comparison.report(at, rule, textValue(before), textValue(after));
}

/** What is known of an example. */
interface WithExamples {
  readonly example?: unknown;
  readonly examples?: unknown;
}

export function compareExamples(comparison: Comparison, at: At, before: WithExamples, after: WithExamples): void {
  const examples = ({ example, examples }: WithExamples): unknown => examples ?? example;
  const [first, second] = [examples(before), examples(after)];
  if (!comparison.isSame(first, second)) comparison.report(at, 'example-changed', jsonValue(first), jsonValue(second));
}

/** Texts of tags and guides: pages of the API's own. */
export function comparePages(comparison: Comparison, at: At): void {
  const { before, after } = comparison;
  const pages = ({
    record,
  }: typeof before): Readonly<Record<'tag' | 'guide', Readonly<Record<string, Described>>>> => ({
    tag: Object.fromEntries(record.tags.map((tag) => [tag.name, tag])),
    guide: Object.fromEntries((record.guides ?? []).map((guide) => [guide.name, { description: guide.text }])),
  });
  const [first, second] = [pages(before), pages(after)];
  for (const kind of ['tag', 'guide'] as const) {
    for (const name of namesOfBoth(first[kind], second[kind])) {
      const place = inside(at, { kind, name });
      compareTexts(comparison, place, member(first[kind], name) ?? {}, member(second[kind], name) ?? {});
    }
  }
}
