import { versionChanges } from '../../changes/change-view.ts';
import type { Api } from '../../model/api.ts';
import { Components, NO_COMPONENTS } from '../../model/components.ts';
import { languageOfSite } from '../../model/language.ts';
import { LEVELS } from '../../model/locations.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import { fragmentOf, linkPlace, siteAddress } from '../../presentation/description-links.ts';
import { guideView } from '../../presentation/guides.ts';
import { markdownText as text } from '../../presentation/markdown-text.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { groupView } from '../../presentation/services/service-view.ts';
import { wordsOf } from '../../words/words.ts';
import type { Format } from '../contract.ts';
import { link, more } from './escaping.ts';
import { changesMarkdown, twin, writeList, writeOverview, writeSchemaLinks, writeServiceLink } from './overview.ts';
import { writeSchema, writeService, writeShared } from './services.ts';
import { Writer } from './writer.ts';

/** CommonMark with GFM extensions, for AI agents and for reading in a terminal. */
export const markdown: Format = {
  name: 'markdown',
  title: 'Markdown',
  viewModel: 'Platform\\Documentation\\Markdown\\ViewModel',
  mediaTypes: ['text/markdown', 'text/plain'],
  sendableAliases: ['text/plain'],
  extension: '.md',
  levels: LEVELS,
  isInWords: true,
  render: (document, site) => writeDocument(document, site).toString(),
  writtenAtBuild: true,
};

function writeDocument(document: Document, site: Site): Writer {
  const addressOf = (target: string): string | null =>
    document.level === 'list' ? null : linkAddress(document.api, target, site);
  switch (document.level) {
    case 'list': {
      const writer = new Writer(new Components(NO_COMPONENTS, languageOfSite(site)), false, addressOf);
      writeList(document.entries, site, writer);
      return writer;
    }
    case 'api': {
      const writer = new Writer(document.api.components, false, addressOf);
      writeOverview(document.api, site, writer);
      for (const service of document.api.getServices())
        writer.part(`service ${service.getName()}`, (part) => writeService(service, part, 2));
      writeShared(document.api.components, writer);
      return writer;
    }
    case 'service': {
      const { api, service } = document;
      const components = new Components(reachableComponents(api.record.components, [service.record]), api.language);
      const writer = new Writer(components, true, addressOf);
      writeService(service, writer, 1);
      writer.paragraph(backTo(api, site));
      writeShared(components, writer);
      return writer;
    }
    case 'group': {
      const writer = new Writer(document.api.components, false, addressOf);
      const { title, count, description, documentation, services, guests } = groupView(document.api, document.group);
      writer.heading(1, text(title) || writer.words.say('title.groupAlone'));
      writer.paragraph(`${count}. ${backTo(document.api, site)}`);
      writer.description(description ?? writer.words.say('none.description'));
      if (documentation !== null) writer.paragraph(more(documentation, writer.words));
      for (const service of services) writeServiceLink(service, site, writer, guests.get(service));
      return writer;
    }
    case 'guide': {
      const { api, guide } = document;
      const writer = new Writer(api.components, false, (target) =>
        guide.isFile && target.startsWith('/') ? site.baseUrl + target : addressOf(target),
      );
      const view = guideView(api, guide);
      writer.heading(1, text(view.title) || writer.words.say('title.guide'));
      writer.paragraph(backTo(api, site));
      writer.description(view.text);
      if (view.documentation !== null) writer.paragraph(more(view.documentation, writer.words));
      return writer;
    }
    case 'schema-index': {
      const writer = new Writer(document.api.components, false, addressOf);
      writer.heading(1, text(writer.words.say('title.schemasOf', { api: document.api.getTitle() })));
      writer.paragraph(backTo(document.api, site));
      writeSchemaLinks(
        document.api,
        site,
        writer,
        writer.words.say('count.schemas', { count: document.api.getSchemaNames().length }),
      );
      return writer;
    }
    case 'schema': {
      const writer = new Writer(document.api.components, true, addressOf);
      writeSchema(document.name, document.schema, writer, 1);
      writer.paragraph(backTo(document.api, site));
      return writer;
    }
    case 'changes': {
      const { api, before } = document;
      const writer = new Writer(api.components, false, addressOf);
      const versions = { version: String(api.getVersion()), before: String(before.getVersion()) };
      writer.heading(1, text(writer.words.say('changes.title', versions)));
      writer.paragraph(backTo(api, site));
      writer.block(
        changesMarkdown(versionChanges(before, api), writer.words, (path) => site.baseUrl + path).split('\n'),
      );
      return writer;
    }
    default:
      return document satisfies never;
  }
}

/** Address of the document that contains the target of a link. Markdown has no anchors for parts of a document. */
function linkAddress(api: Api, target: string, site: Site): string | null {
  if (target.startsWith('/')) return siteAddress(api, target);
  const fragment = fragmentOf(target);
  const place = fragment === null ? null : linkPlace(api, fragment);
  return place && twin(place.document, site);
}

function backTo(api: Api, site: Site): string {
  const version = String(api.getVersion());
  const address = twin({ level: 'api', ...api.place }, site);
  return wordsOf(api)
    .pieces('markdown.partOf', { api: api.getTitle(), version })
    .map((part) => (part.tag === 'link' ? link(part.text, address) : part.text))
    .join('');
}
