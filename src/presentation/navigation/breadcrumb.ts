import { pagePath } from '../../model/language.ts';
import { versionTitle } from '../../model/locations.ts';
import type { Document, Site } from '../../model/page/document.ts';
import type { NavigationLink } from '../../model/page/navigation.ts';
import { schemaTitle } from '../../model/schema/schema-title.ts';
import { wordsOf } from '../../words/words.ts';
import { groupTitle, guideTitle, serviceTitle } from '../titles.ts';
import { orderOf } from './service-order.ts';

type Trail = readonly NavigationLink[];

/** Site / API / group / service; the last one is the page itself. */
export function breadcrumb(document: Document, owner: Site): Trail {
  const site = siteLink(owner);
  if (document.level === 'list') return [];
  const { api } = document;
  const words = wordsOf(api);
  const place = { api: api.getName(), version: api.getVersion() };
  const schemas = pagePath({ level: 'schema-index', ...place }, api);
  const start = [site, link(versionTitle(api.getTitle(), api.getVersion()), pagePath({ level: 'api', ...place }, api))];
  const trail = (): Trail => {
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

/** Trail of a page that is no document, such as results of a search: site / API / title of the page. */
export function trailBelow(api: { readonly text: string; readonly href: string }, title: string, owner: Site): Trail {
  return [siteLink(owner), link(api.text, api.href), { ...link(title, ''), isCurrent: true }];
}

function siteLink(owner: Site): NavigationLink {
  return link(owner.title, pagePath({ level: 'list' }, owner));
}

function link(text: string, href: string): NavigationLink {
  return { text, href, isCurrent: false, count: null };
}
