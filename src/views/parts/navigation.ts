import type {
  Navigation,
  NavigationGroup,
  NavigationLink,
  NavigationOperation,
  NavigationService,
} from '../../presentation/navigation/navigation.ts';
import { countOf } from '../../presentation/words.ts';
import type { Markup } from '../helpers/markup.ts';
import type { Content } from '../html.ts';
import { attribute, html } from '../html.ts';
import { method, name, wrappingName } from './texts.ts';

/** Left of the text; under the header on a narrow screen, where it is closed. */
export function navigationList({ title, pages, groups, foldedCount, allGroups }: Navigation): Markup {
  return html`
    <nav class="pd-nav" aria-label="API">
      <details>
        <summary>${name(title)}</summary>
        <ul>${pages.map(pageItem)}</ul>
        <ul>
          ${folded(groups, foldedCount, 'group', groupItem)}
          ${allGroups !== null && moreItem(allGroups)}
        </ul>
      </details>
    </nav>`;
}

function pageItem(page: NavigationLink): Markup {
  return html`
    <li>
      <a href="${page.href}"${current(page)}>
        ${page.text}
        ${page.count !== null && html`<span> ${counted(page)}</span>`}
      </a>
    </li>`;
}

/** Below the heading of its section, where that begins. */
function groupItem(group: NavigationGroup, index: number, all: readonly NavigationGroup[]): Markup {
  const services = html`
    <ul>
      ${folded(group.services, group.foldedCount, 'service', serviceItem)}
      ${group.more !== null && moreItem(group.more)}
    </ul>`;
  const isFirst = group.section !== null && group.section !== all[index - 1]?.section;
  return html`
    ${isFirst && html`<li class="pd-section">${name(group.section ?? '')}</li>`}
    <li>
      <a href="${group.href}"${current(group)}>${name(group.text)} <span>${counted(group)}</span></a>
      ${group.services.length > 0 && services}
    </li>`;
}

function serviceItem(service: NavigationService): Markup {
  return html`
    <li>
      <a href="${service.href}"${current(service)}${old(service.isDeprecated)}>${wrappingName(service.text)}</a>
      ${service.operations.length > 0 && html`<ul>${service.operations.map(operationItem)}</ul>`}
    </li>`;
}

function operationItem({ text, method: word, href, isDeprecated }: NavigationOperation): Markup {
  return html`
    <li>
      <a href="${href}"${old(isDeprecated)}>
        ${method(word)}
        <span>${wrappingName(text)}</span>
      </a>
    </li>`;
}

/** The link to what is not listed here. */
function moreItem(link: NavigationLink): Markup {
  return html`<li><a href="${link.href}">${name(link.text)} <span>${counted(link)}</span></a></li>`;
}

/** The first ones are folded away, so that the open one is near the top. */
function folded<Item>(
  items: readonly Item[],
  foldedCount: number,
  unit: string,
  itemOf: (item: Item, index: number, all: readonly Item[]) => Markup,
): Content {
  const above = html`
    <li>
      <details>
        <summary>${countOf(foldedCount, unit)} above</summary>
        <ul>${items.slice(0, foldedCount).map(itemOf)}</ul>
      </details>
    </li>`;
  return [foldedCount > 0 && above, items.slice(foldedCount).map(itemOf)];
}

function current({ isCurrent }: NavigationLink): ReturnType<typeof attribute> {
  return attribute('aria-current', isCurrent && 'page');
}

function old(isDeprecated: boolean): ReturnType<typeof attribute> {
  return attribute('class', isDeprecated && 'pd-old');
}

function counted({ count }: NavigationLink): string {
  if (count === null) return '';
  return count < 1000 ? String(count) : count.toLocaleString('en');
}
