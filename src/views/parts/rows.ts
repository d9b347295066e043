import type { ServiceRow } from '../../presentation/navigation/list-rows.ts';
import type { NameRow } from '../../presentation/page-data/document.ts';
import type { MarkedText, SearchRow } from '../../presentation/page-data/search-page.ts';
import type { SchemaView } from '../../presentation/schemas/schema-view.ts';
import type { ApiView } from '../../presentation/services/api-view.ts';
import type { Words } from '../../words/words.ts';
import { attribute, type Content, html, type Markup } from '../html.ts';
import { box, isLongTitle, method, name, pieces, wrappingName } from './texts.ts';

/** Row of a search result: kind, title, location, and an excerpt of the text. */
export function searchRow(
  { kind, title, href, api, operation, way, excerpt, ...more }: SearchRow,
  words: Words,
): Markup {
  const steps = way.map((step, index) => [
    index > 0 && html`${' '}<span aria-hidden="true">${'›'}</span>${' '}`,
    name(step),
  ]);
  const place = [
    ...(api === '' ? [] : [name(api)]),
    ...(operation === null ? [] : operationWords(operation)),
    ...(steps.length === 0 ? [] : [steps]),
  ];
  return html`
    <li>
      <p><span class="pd-kind">${kind}</span>${' '}<a href="${href}">${marked(title)}</a></p>
      ${place.length > 0 && html`<p class="pd-where">${place.map((part, index) => [index > 0 && ' · ', part])}</p>`}
      ${more.operations.length > 0 && operationLinks(more, words)}
      ${excerpt.length > 0 && html`<p class="pd-excerpt" dir="auto">${marked(excerpt)}</p>`}
    </li>
  `;
}

function operationWords({ method: word, path, title, href }: NonNullable<SearchRow['operation']>): readonly Content[] {
  const badge = word !== '' && method(word);
  const call = html`${badge}${path !== '' && [badge && ' ', html`<code dir="ltr">${wrappingName(path)}</code>`]}`;
  if (title === '') return [call];
  return [call, href === '' ? name(title) : html`<a href="${href}">${name(title)}</a>`];
}

function operationLinks(
  { operations, operationCount }: Pick<SearchRow, 'operations' | 'operationCount'>,
  words: Words,
): Markup {
  const rest = operationCount - operations.length;
  return html`
    <ul class="pd-inline">
      ${operations.map(({ method: word, title, href }) => html`<li>${link(href, word, title)}</li>`)}
      ${rest > 0 && html`<li>${words.say('count.otherOperations', { count: rest })}</li>`}
    </ul>
  `;
}

/** Rows of names, each with its kind; an operation also has its path. */
export function nameRows(rows: readonly NameRow[]): Markup {
  return html`<ul class="pd-list">${rows.map(nameRow)}</ul>`;
}

function nameRow({ title, href, kind, call }: NameRow): Markup {
  const path = call !== null && call.path !== '' && call.path !== title && call.path;
  return html`
    <li>
      ${link(href, call?.method, title)}
      ${path !== false && [' ', html`<code dir="ltr">${path}</code>`]}
      ${' '}
      <span>${kind}</span>
    </li>`;
}

/** Rows of groups: name, sentence, and the number of services at the end. */
export function groupRows(rows: ApiView['groups']): Markup {
  return html`
    <ul class="pd-list pd-rows pd-many pd-groups">
      ${rows.map(
        ({ name: title, href, count, sentence }) => html`
      <li>
        <a href="${href}">${name(title)}</a>
        ${sentence !== null && html`${' '}<p dir="auto">${sentence}</p>`}
        ${' '}
        <span>${count}</span>
      </li>`,
      )}
    </ul>`;
}

/** Rows of services: name, route, summary sentence, and operations grouped by path. */
export function serviceRows(rows: readonly ServiceRow[]): Markup {
  return html`<ul class="pd-list pd-services">${rows.map(serviceItem)}</ul>`;
}

function serviceItem({ title, href, method: only, route, deprecated, webhook, paths, sentence }: ServiceRow): Markup {
  return html`
    <li>
      <a href="${href}">${only !== '' && [method(only), ' ']}${name(title)}</a>
      ${deprecated !== '' && [' ', box(deprecated, true)]}
      ${webhook !== '' && [' ', box(webhook, false)]}
      ${route !== '' && route !== title && [' ', html`<code dir="ltr">${wrappingName(route)}</code>`]}
      ${sentence !== null && html`<p dir="auto">${sentence}</p>`}
      ${paths.map(({ path, operations }, index) => [
        index > 0 && html`<code dir="ltr">${wrappingName(path)}</code>`,
        html`<ul>${operations.map(operationItem)}</ul>`,
      ])}
    </li>`;
}

function operationItem(operation: ServiceRow['paths'][number]['operations'][number]): Markup {
  const { href, title, deprecated } = operation;
  return html`
    <li>
      <a href="${href}">
        ${method(operation.method)}
        <span${attribute('class', isLongTitle(title) && 'pd-long')}>${name(title)}</span>
        ${deprecated !== '' && [' ', box(deprecated, true)]}
      </a>
    </li>`;
}

interface PartLink {
  readonly title: string;
  readonly href: string;
  readonly isCurrent?: boolean;
  /** First and last name of the part, or the number of its names. */
  readonly range: string;
}

/** Links to the parts of a long list. */
export function partLinks(parts: readonly PartLink[]): Content {
  const item = ({ title, href, isCurrent = false, range }: PartLink): Markup => {
    const current = attribute('aria-current', isCurrent && 'page');
    return html`<li><a href="${href}"${current}>${name(title)}</a>${' '}<span>${name(range)}</span></li>`;
  };
  return parts.length > 0 && html`<ul class="pd-list pd-parts">${parts.map(item)}</ul>`;
}

/** Operations that use a schema, and schemas that contain it. @param most number of unfolded operations */
export function usage({ usedBy, moreUsage, holders }: SchemaView, words: Words, most = usedBy.length): Content {
  const folded = usedBy.slice(most);
  const others = moreUsage > 0 && html`<p>${words.say('count.otherOperations', { count: moreUsage })}</p>`;
  return [
    html`<h2>${words.say('schema.usedBy')}</h2>`,
    usedBy.length === 0 && holders === null && html`<p class="pd-none">${words.say('none.operation')}</p>`,
    usedBy.length > 0 && html`<ul class="pd-list">${usedBy.slice(0, most).map(usageItem)}</ul>`,
    folded.length === 0
      ? others
      : html`
    <details>
      <summary>${words.say('count.otherOperations', { count: folded.length + moreUsage })}</summary>
      <ul class="pd-list">${folded.map(usageItem)}</ul>
      ${others}
    </details>`,
    holders !== null &&
      html`
    <p>
      ${words.say('schema.inMost')}${' '}
      ${holders.links.map((piece, index) => [index > 0 && ', ', pieces([piece])])}
      ${holders.more > 0 && ` ${words.say('count.otherSchemas', { count: holders.more })}`}
    </p>`,
  ];
}

function usageItem({ href, method: word, title, path, webhook, words: said }: SchemaView['usedBy'][number]): Markup {
  return html`
    <li>
      ${link(href, word, title)}
      ${path !== '' && [' ', html`<code dir="ltr">${path}</code>`]}${' '}
      ${webhook !== '' && html`<span class="pd-marks">${box(webhook, false)}${' '}</span>`}
      <span>${said}</span>
    </li>`;
}

function link(href: string, word: string | undefined, title: string): Markup {
  return html`<a href="${href}">${word !== undefined && method(word, 'after')}${name(title)}</a>`;
}

function marked(text: MarkedText): Content {
  return text.map((piece) => (piece.isHit ? html`<mark>${piece.text}</mark>` : piece.text));
}
