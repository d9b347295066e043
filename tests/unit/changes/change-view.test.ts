import { describe, expect, test } from 'vitest';
import { versionChanges } from '../../../src/changes/change-view.ts';
import { html } from '../../../src/formats/html/html.ts';
import { json } from '../../../src/formats/json/json.ts';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { DocumentNames } from '../../../src/store/document-names.ts';
import { SiteDocuments } from '../../../src/store/site-documents.ts';
import { languageOf } from '../../../src/words/languages.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const schema = { type: 'string' } as const;
const body = (properties: Schemas, required: readonly string[]) => ({
  content: { 'application/json': { schema: { type: 'object', properties, required } as const } },
});
const version = (number: number, rest: Partial<ApiRecord> = {}): ApiRecord =>
  apiRecord({ name: 'Things', version: number, ...rest });
const things = (number: number, properties: Schemas, required: readonly string[], more = {}): ApiRecord =>
  version(number, {
    services: [
      service('Thing', {
        operations: [
          operation('POST', '/things', { summary: 'Add *a* thing', requestBody: body(properties, required) }),
        ],
      }),
    ],
    ...more,
  });
const first = things(1, { a: { type: 'object', properties: { b: schema } } }, []);
const second = things(2, { a: { type: 'object', properties: { b: schema, c: schema }, required: ['c'] } }, []);

function siteOf(records: readonly ApiRecord[], tag?: string): SiteDocuments {
  const language = tag === undefined ? undefined : languageOf(tag, {}, { isDefault: true, isAlone: true });
  const site = { title: 'APIs', baseUrl: '', ...(language && { languages: [language] }) };
  return new SiteDocuments(records, { site, formats: [html, json, markdown], development: false });
}

function changesIn(records: readonly ApiRecord[], name: string, tag?: string) {
  const documents = siteOf(records, tag);
  const reference = new DocumentNames(documents).find(name.split('/'));
  if (reference?.level !== 'changes') return undefined;
  const document = documents.document(reference);
  return document.level === 'changes' ? { document, documents } : undefined;
}

const matching = (parts: readonly (string | RegExp)[] | null) =>
  parts?.map((part) => (typeof part === 'string' ? part : expect.stringMatching(part))) ?? null;

test.each([
  // was                          now                             shown
  ['A **bold** `isbn`.', 'See [the rules](/rules).', ['A bold isbn.'], ['See the rules.']],
  ['A bold text.', 'A **bold** text.', ['A bold text.'], ['A **bold** text.']],
  ['', '*New*.', null, ['New.']],
  ['![](/a.png)', 'A picture.', ['![](/a.png)'], ['A picture.']],
  [`${'A word. '.repeat(50)}Old.`, `${'A word. '.repeat(50)}New.`, [/^….* Old\.$/], [/^….* New\.$/]],
])(
  'descriptions are shown as they are read, their Markdown only where it differs: %j, %j',
  (was, now, before, after) => {
    const described = (number: number, description: string) =>
      new Api(apiRecord({ name: 'Things', version: number, info: { title: 'Things', version: '1', description } }));
    const { groups } = versionChanges(described(1, was), described(2, now));
    expect(groups.flatMap(({ changes }) => changes)).toMatchObject([
      { rule: 'description-changed', before: matching(before), after: matching(after) },
    ]);
  },
);

describe('a document of changes', () => {
  const between = (records: readonly ApiRecord[], name: string) => {
    const found = changesIn(records, name);
    return found && [found.document.before, found.document.api].map((api: Api) => api.getVersion());
  };
  const third = { ...second, version: 3, isDefault: false };

  test.each([
    ['Things-v2/changes', [1, 2]],
    ['Things-v3/changes', [2, 3]],
    ['Things-v1/changes', undefined],
    ['Things/changes', [2, 3]],
    ['Things-v3/changes/more', undefined],
    ['Other/changes', undefined],
  ])('%s is about %j', (name, versions) => {
    expect(between([first, second, third], name)).toEqual(versions);
  });

  test('of an API without a version is about the newest one, also where an older one is the default', () => {
    expect(between([{ ...first, isDefault: true }, second], 'Things/changes')).toEqual([1, 2]);
  });

  test('is not there where readers see one version alone', () => {
    const hidden = { ...first, info: { ...first.info, 'x-internal': true } };
    expect(between([hidden, second], 'Things-v2/changes')).toBeUndefined();
  });

  test('reports nothing of parts that readers do not see', () => {
    const secret = operation('DELETE', '/things', { summary: 'Forget', extensions: { 'x-internal': true } });
    const [own] = second.services;
    const services = own === undefined ? [] : [{ ...own, operations: [...own.operations, secret] }];
    const found = changesIn([first, { ...second, services }], 'Things-v2/changes');
    const text = found && [json, markdown].map(({ render }) => render?.(found.document, found.documents.site)).join('');
    expect(text).toContain('Required field added');
    expect(text).not.toContain('Forget');
  });

  test('has the same content in every format, in the words of the site', () => {
    const found = changesIn([first, second], 'Things-v2/changes', 'de');
    if (found === undefined) throw new Error('There are no changes.');
    const { document, documents } = found;
    expect(JSON.parse(json.render?.(document, documents.site) ?? '')).toMatchObject({
      name: 'Things',
      before: 1,
      after: 2,
      counts: { breaking: 1, notable: 0, docs_only: 0 },
      changes: [
        {
          rule: 'required-field-added',
          title: 'Pflichtfeld hinzugefügt',
          part: 'Add *a* thing',
          place: 'Anfrageinhalt › a.c',
          before: null,
          after: 'string',
          url: '/platform/documentation/Things-v2/Thing#post.body.a.c',
          operation_count: 1,
        },
      ],
    });
    expect(markdown.render?.(document, documents.site)).toContain(
      '[Add \\*a\\* thing](</platform/documentation/Things-v2/Thing#post>) `POST /things`',
    );
  });

  test('leads to the version that has what was removed', () => {
    const found = changesIn([second, { ...first, version: 3 }], 'Things-v3/changes');
    const view = found && versionChanges(found.document.before, found.document.api);
    expect(view?.groups.flatMap(({ changes }) => changes.map(({ rule, href }) => [rule, href]))).toEqual([
      ['required-field-removed', '/platform/documentation/Things-v2/Thing#post.body.a.c'],
    ]);
  });
});
