import type { Api } from '../../model/api.ts';
import { pagePath } from '../../model/language.ts';
import type { Service } from '../../model/service.ts';
import { tagsByName } from '../../model/tag-tree.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { orderOf, servicesCount } from '../navigation/service-order.ts';
import { documentationOf, type Piece } from '../pieces.ts';
import { groupTitle, serviceTitle } from '../titles.ts';

/** Content of the page of a group. */
interface GroupView {
  readonly title: string;
  /** `14 services`, `500 services of 1,234` of a part. */
  readonly count: string;
  /** Markdown. */
  readonly description: string | null;
  readonly documentation: Piece | null;
  /** Services in the order of every page. */
  readonly services: readonly Service[];
  readonly parts: readonly GroupPart[];
}

/** A part of a tag with too many services for one page. */
interface GroupPart {
  readonly title: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** The titles of the first service and of the last. */
  readonly range: string;
}

export function groupView(api: Api, name: string): GroupView {
  const { byName, groups } = orderOf(api);
  const { part = null, services = [] } = byName.get(name) ?? {};
  const parts = part === null ? [] : groups.filter((other) => other.part?.of === part.of);
  const tag = tagsByName(api).get(part?.of ?? name);
  const total = parts.reduce((sum, other) => sum + other.services.length, 0);
  const words = wordsOf(api);
  const count = services.length;
  return {
    title: groupTitle(api, name),
    count: part === null ? servicesCount(services, words) : words.say('count.servicesOf', { count, total }),
    description: tag?.description ?? null,
    documentation: tag?.externalDocs === undefined ? null : documentationOf(tag.externalDocs),
    services,
    parts: parts.map((other) => ({
      title: groupTitle(api, other.name),
      isCurrent: other.name === name,
      href: pagePath({ level: 'group', ...api.place, name: other.name }, api),
      range: rangeOf(other.services, words),
    })),
  };
}

function rangeOf(services: readonly Service[], words: Words): string {
  const [first] = services;
  const last = services.at(-1);
  if (first === undefined || last === undefined) return '';
  return words.say('range.names', { first: serviceTitle(first), last: serviceTitle(last) });
}
