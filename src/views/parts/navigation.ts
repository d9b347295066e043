import type { Api } from '../../model/api.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { pagePath } from '../../model/language.ts';
import type {
  Navigation,
  NavigationGroup,
  NavigationLink,
  NavigationOperation,
  NavigationService,
} from '../../presentation/page-data/navigation.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { attribute, type Content, html, type Markup } from '../html.ts';
import { counted, isLongTitle, method, name, wrappingName } from './texts.ts';

/** Navigation beside the text; on a narrow screen it is below the header, and closed. */
export function navigationList({ title, pages, groups, foldedCount, allGroups }: Navigation, words: Words): Markup {
  const itemOf = groupItem(groupEntry(words));
  return html`
    <nav class="pd-nav" aria-label="${words.say('navigation.label')}">
      <details>
        <summary><span>${name(title)}</span></summary>
        <ul>${pages.map(pageItem(words))}</ul>
        <ul>
          ${folded(groups, words.say('navigation.groupsAbove', { count: foldedCount }), foldedCount, itemOf)}
          ${allGroups !== null && moreItem(allGroups, words)}
        </ul>
      </details>
    </nav>`;
}

const pageItem =
  (words: Words) =>
  (page: NavigationLink, index: number, all: readonly NavigationLink[]): Markup =>
    html`
    ${sectionItem(page, all[index - 1])}
    <li>
      <a href="${page.href}"${current(page)}>
        ${page.text}
        ${page.count !== null && [' ', countOf(page, words)]}
      </a>
    </li>`;

/** Heading before the first link of a section; empty before other links. */
function sectionItem({ section = null }: NavigationLink, before: NavigationLink | undefined): Content {
  return section !== null && section !== before?.section && html`<li class="pd-section">${name(section)}</li>`;
}

const groupItem =
  (entryOf: (group: NavigationGroup) => Markup) =>
  (group: NavigationGroup, index: number, all: readonly NavigationGroup[]): Markup => {
    const section = sectionItem(group, all[index - 1]);
    return section === false ? entryOf(group) : html`${section}${entryOf(group)}`;
  };

/** Closed groups are the same objects on most pages of an API. */
const groupEntry = computedOnce((words: Words) =>
  computedOnce(
    (group: NavigationGroup): Markup => html`
    <li>
      <a href="${group.href}"${current(group)}>${name(group.text)} ${countOf(group, words)}</a>
      ${group.services.length > 0 && serviceList(group, words)}
    </li>`,
  ),
);

function serviceList({ services, foldedText, foldedCount, more }: NavigationGroup, words: Words): Markup {
  return html`
    <ul>
      ${folded(services, foldedText, foldedCount, serviceItem)}
      ${more !== null && moreItem(more, words)}
    </ul>`;
}

/** Like groups, services that are not current are the same objects on many pages. */
const serviceItem = computedOnce((service: NavigationService): Markup => {
  const mark = service.mark !== null && html` <span>${service.mark}</span>`;
  return html`
    <li>
      <a href="${service.href}"${current(service)}${looks(service)}>${wrappingName(service.text)}${mark}</a>
      ${service.operations.length > 0 && html`<ul>${service.operations.map(operationItem)}</ul>`}
    </li>`;
});

function operationItem({ text, method: word, href, isDeprecated }: NavigationOperation): Markup {
  return html`
    <li>
      <a href="${href}"${looks({ text, isDeprecated })}>
        ${method(word)}
        <span>${wrappingName(text)}</span>
      </a>
    </li>`;
}

/** Item with a link to the complete list. */
function moreItem(link: NavigationLink, words: Words): Markup {
  return html`<li><a href="${link.href}">${name(link.text)} ${countOf(link, words)}</a></li>`;
}

/** Items of a list; the first items are folded, so that the current item is near the top. */
function folded<Item>(
  items: readonly Item[],
  title: string,
  foldedCount: number,
  itemOf: (item: Item, index: number, all: readonly Item[]) => Markup,
): Content {
  if (foldedCount === 0) return items.map(itemOf);
  const above = html`
    <li>
      <details>
        <summary>${title}</summary>
        <ul>${items.slice(0, foldedCount).map(itemOf)}</ul>
      </details>
    </li>`;
  return [above, items.slice(foldedCount).map(itemOf)];
}

function current({ isCurrent }: NavigationLink): ReturnType<typeof attribute> {
  return attribute('aria-current', isCurrent && 'page');
}

function looks({
  text,
  isDeprecated,
}: Pick<NavigationOperation, 'text' | 'isDeprecated'>): ReturnType<typeof attribute> {
  const isLong = isLongTitle(text);
  return attribute('class', isDeprecated ? `pd-old${isLong ? ' pd-long' : ''}` : isLong && 'pd-long');
}

function countOf({ count, counted: said }: NavigationLink, words: Words): Content {
  return count !== null && counted(words.number(count), said);
}

/** Breadcrumb from the list of APIs to this page, which is its last item. */
export function breadcrumb(trail: readonly NavigationLink[], words: Words): Content {
  return (
    trail.length > 0 &&
    html`
    <nav class="pd-trail" aria-label="${words.say('frame.trail')}">
      <ol>${trail.map(trailItem)}</ol>
    </nav>`
  );
}

function trailItem({ text, href, isCurrent }: NavigationLink): Markup {
  const shown = name(text);
  const link = isCurrent ? html`<span aria-current="page">${shown}</span>` : html`<a href="${href}">${shown}</a>`;
  return html`<li>${link}</li>`;
}

type Neighbour = Pick<NavigationLink, 'text' | 'href'> | null;

/** Links to the previous and next page. */
export function neighbourLinks(
  { previous, next }: Readonly<Record<'previous' | 'next', Neighbour>>,
  words: Words,
): Content {
  const link = (neighbour: Neighbour, relation: 'prev' | 'next', said: string): Content =>
    neighbour !== null &&
    html`<a rel="${relation}" href="${neighbour.href}"><small>${said}</small>${' '}${name(neighbour.text)}</a>`;
  return (
    (previous !== null || next !== null) &&
    html`
    <nav class="pd-next" aria-label="${words.say('frame.neighbours')}">
      ${link(previous, 'prev', words.say('frame.previous'))}
      ${link(next, 'next', words.say('frame.next'))}
    </nav>`
  );
}

/** Note on pages of an older version, with a link to the newest version. */
export function newerVersion(api: Api): Content {
  const newest = Math.max(...api.getVersions());
  if (newest <= api.getVersion()) return null;
  const words = wordsOf(api);
  const place = { api: api.getName(), version: newest };
  const text = words.say('frame.newer', { version: String(newest) });
  return html`
    <p class="pd-banner">
      <a href="${pagePath({ level: 'api', ...place }, api)}">${text}</a>
      <span>${' · '}<a href="${pagePath({ level: 'changes', ...place }, api)}">${words.say('title.changes')}</a></span>
    </p>`;
}
