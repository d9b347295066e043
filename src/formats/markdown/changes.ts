import type { ChangeGroup, ChangeReach, ChangesView, ChangeView } from '../../changes/change-view.ts';
import { CHANGE_CLASSES } from '../../changes/rules.ts';
import { markdownCode as code, markdownText as text } from '../../presentation/markdown-text.ts';
import type { Words } from '../../words/words.ts';
import { link, words } from './escaping.ts';

/**
 * Lists differences between two descriptions, the worst first.
 * @param target address of a page, by its path; null where there are no pages
 */
export function changesMarkdown(view: ChangesView, language: Words, target: ((path: string) => string) | null): string {
  const { counts, groups } = view;
  if (groups.length === 0) return `${language.say('changes.none')}\n`;
  const summary = language.say('changes.counts', {
    breaking: counts.breaking,
    notable: counts.notable,
    docsOnly: counts['docs-only'],
  });
  const sections = CHANGE_CLASSES.flatMap((kind) => {
    const parts = groups.flatMap((group) => groupLines(group, kind, language, target));
    return parts.length === 0 ? [] : [`## ${text(language.say(`changes.${kind}`))}`, '', ...parts];
  });
  return `${[text(summary), '', ...sections].join('\n').trimEnd()}\n`;
}

function groupLines(
  { title, operation, href, changes }: ChangeGroup,
  kind: ChangeView['class'],
  language: Words,
  target: ((path: string) => string) | null,
): readonly string[] {
  const found = changes.filter((change) => change.class === kind);
  if (found.length === 0) return [];
  const name = target === null ? text(title) : link(title, target(href));
  const call = operation === null ? '' : ` ${code(`${operation.method} ${operation.path}`.trim())}`;
  return [`### ${name}${call}`, '', ...found.map((change) => `- ${changeLine(change, language, target)}`), ''];
}

function changeLine(change: ChangeView, language: Words, target: ((path: string) => string) | null): string {
  const { title, place, before, after, reason, rule, reach } = change;
  const was = before === null ? [] : [`${language.say('changes.was')} ${words(before)}`];
  const now = after === null ? [] : [`${language.say('changes.now')} ${words(after)}`];
  const reached = reach === null ? [] : [`${reach.text}: ${operationList(reach, target)}`];
  const facts = [...was, ...now, ...reached].join('; ');
  const where = place.length === 0 ? '' : `${words(place)}: `;
  const isText = change.class === 'docs-only';
  const why = isText ? '' : ` ${text(reason)} (${code(rule)})`;
  const stop = /[.!?…]$/.test(facts) ? '' : '.';
  return `${where}**${text(title)}**${facts === '' ? '' : `; ${facts}`}${stop}${why}`.replaceAll(/\s*\n\s*/g, ' ');
}

/** The first by name: of the others how many there are. */
function operationList({ first, more }: ChangeReach, target: ((path: string) => string) | null): string {
  const names = first.map(({ title, href }) => (target === null ? text(title) : link(title, target(href))));
  return [...names, ...(more === null ? [] : [more])].join(', ');
}
