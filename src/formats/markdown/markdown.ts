import type { Api } from '../../model/api.ts';
import { Components, NO_COMPONENTS } from '../../model/components.ts';
import type { Document, Site } from '../../model/page/document.ts';
import { guideView } from '../../presentation/guides/guide-view.ts';
import { groupView } from '../../presentation/services/group-view.ts';
import { countOf, NOT_DESCRIBED } from '../../presentation/words.ts';
import type { Format } from '../contract.ts';
import { reachableComponents } from '../reachable-components.ts';
import { link, piece, text } from './escaping.ts';
import { twin, writeList, writeOverview, writeSchemaLinks, writeServiceLink } from './overview.ts';
import { writeSchema, writeService, writeShared } from './parts.ts';
import { Writer } from './writer.ts';

/** CommonMark with GFM: what an agent reads, and a person in a terminal. */
export const markdown: Format = {
  name: 'markdown',
  title: 'Markdown',
  viewModel: 'Platform\\Documentation\\Markdown\\ViewModel',
  mediaTypes: ['text/markdown', 'text/plain'],
  sendableAliases: ['text/plain'],
  extension: '.md',
  levels: ['list', 'api', 'service', 'group', 'guide', 'schema-index', 'schema'],
  render: (document, site) => writeDocument(document, site).toString(),
  writtenAtBuild: true,
};

function writeDocument(document: Document, site: Site): Writer {
  switch (document.level) {
    case 'list': {
      const writer = new Writer(new Components(NO_COMPONENTS), false);
      writeList(document.entries, site, writer);
      return writer;
    }
    case 'api': {
      const writer = new Writer(document.api.components, false);
      writeOverview(document.api, site, writer);
      for (const service of document.api.getServices()) writeService(service, writer, 2);
      writeShared(document.api.components, writer);
      return writer;
    }
    case 'service': {
      const { api, service } = document;
      const components = new Components(reachableComponents(api.record.components, [service.record]));
      const writer = new Writer(components, true);
      writeService(service, writer, 1);
      writer.paragraph(backTo(api, site));
      writeShared(components, writer);
      return writer;
    }
    case 'group': {
      const writer = new Writer(document.api.components, false);
      const { title, count, description, documentation, services } = groupView(document.api, document.group);
      writer.heading(1, text(title) || 'Group');
      writer.paragraph(`${count}. ${backTo(document.api, site)}`);
      writer.description(description ?? NOT_DESCRIBED, 1);
      if (documentation !== null) writer.paragraph(`More: ${piece(documentation)}`);
      for (const service of services) writeServiceLink(service, site, writer);
      return writer;
    }
    case 'guide': {
      const { api, guide } = document;
      const writer = new Writer(api.components, false);
      const view = guideView(api, guide);
      writer.heading(1, text(view.title) || 'Guide');
      writer.paragraph(backTo(api, site));
      writer.description(view.text, 1);
      if (view.documentation !== null) writer.paragraph(`More: ${piece(view.documentation)}`);
      return writer;
    }
    case 'schema-index': {
      const writer = new Writer(document.api.components, false);
      writer.heading(1, `Schemas of ${text(document.api.getTitle())}`);
      writer.paragraph(backTo(document.api, site));
      writeSchemaLinks(document.api, site, writer, countOf(document.api.getSchemas().length, 'schema'));
      return writer;
    }
    case 'schema': {
      const writer = new Writer(document.api.components, true);
      writeSchema(document.name, document.schema, writer, 1);
      writer.paragraph(backTo(document.api, site));
      return writer;
    }
    default:
      return document satisfies never;
  }
}

function backTo(api: Api, site: Site): string {
  return `Part of ${link(`${api.getTitle()}, version ${api.getVersion()}`, twin({ level: 'api', api: api.getName(), version: api.getVersion() }, site))}.`;
}
