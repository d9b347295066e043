import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import type { Document, DocumentPage, Page } from '../../../src/presentation/page-data/document.ts';
import Show from '../../../src/views/Show.astro';

const container = await AstroContainer.create();

export function render(page: Page): Promise<string> {
  return container.renderToString(Show, { props: { page }, partial: false });
}

/** A page of a document, as the site would ask for it. */
export function pageOf(document: Document, rest: Partial<DocumentPage> = {}): DocumentPage {
  return {
    kind: 'document',
    site: { title: 'Example APIs', baseUrl: 'https://docs.example.com' },
    document,
    alternates: [],
    versions: [],
    development: true,
    ...rest,
  };
}

/** Every kind of page of an API. */
export function documentsOf(record: ApiRecord): readonly Document[] {
  const api = new Api(record);
  return [
    {
      level: 'list',
      entries: [
        {
          name: record.name,
          versions: [1, 2],
          defaultVersion: 2,
          title: record.info.title,
          summary: record.info.description ?? null,
        },
      ],
    },
    { level: 'api', api },
    ...api.getServices().map((service) => ({ level: 'service' as const, api, service })),
    ...record.tags.map(({ name }) => ({ level: 'group' as const, api, group: name })),
    { level: 'schema-index', api },
    ...Object.entries(api.components.record.schemas).map(([name, schema]) => ({
      level: 'schema' as const,
      api,
      name,
      schema,
    })),
  ];
}
