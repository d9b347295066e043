import { pagePath } from '../../model/language.ts';
import type { Document, Site } from '../../model/page/document.ts';
import { schemaTitle } from '../../model/schema/schema-title.ts';
import { wordsOf } from '../../words/words.ts';
import { groupTitle, guideTitle, serviceTitle } from '../titles.ts';
import type { NavigationLink } from './navigation.ts';
import { orderOf } from './service-order.ts';

/** Site / API / group / service; the last one is the page itself. */
export function breadcrumb(document: Document, owner: Site): readonly NavigationLink[] {
  const link = (text: string, href: string) => ({ text, href, isCurrent: false, count: null });
  const site = link(owner.title, pagePath({ level: 'list' }, owner));
  if (document.level === 'list') return [];
  const { api } = document;
  const words = wordsOf(api);
  const place = { api: api.getName(), version: api.getVersion() };
  const schemas = pagePath({ level: 'schema-index', ...place }, api);
  const start = [site, link(`${api.getTitle()} v${api.getVersion()}`, pagePath({ level: 'api', ...place }, api))];
  const trail = (): readonly NavigationLink[] => {
    switch (document.level) {
      case 'api':
        return start;
      case 'group':
        return [...start, link(groupTitle(api, document.group), '')];
      case 'guide':
        return [...start, link(guideTitle(api, document.guide), '')];
      case 'service': {
        const group = orderOf(api).groupOf.get(document.service)?.name ?? '';
        return [
          ...start,
          link(groupTitle(api, group), pagePath({ level: 'group', ...place, group }, api)),
          link(serviceTitle(document.service), ''),
        ];
      }
      case 'schema-index':
        return [
          ...start,
          link(words.say('title.schemas'), schemas),
          ...(document.part === undefined
            ? []
            : [link(words.say('title.partNumber', { number: String(document.part) }), '')]),
        ];
      case 'schema':
        return [...start, link(words.say('title.schemas'), schemas), link(schemaTitle(document.name), '')];
      case 'changes':
        return [...start, link(words.say('title.changes'), '')];
      default:
        return document satisfies never;
    }
  };
  return trail().map((item, index, all) => ({ ...item, isCurrent: index === all.length - 1 }));
}
