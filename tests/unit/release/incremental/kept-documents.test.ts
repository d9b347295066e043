import { expect, test } from 'vitest';
import type { Api } from '../../../../src/model/api.ts';
import { withDependencies } from '../../../../src/model/dependencies.ts';
import { commonParts } from '../../../../src/presentation/schemas/schema-usage.ts';
import { changedFacts } from '../../../../src/release/incremental/kept-documents.ts';
import { described } from '../../descriptions/described.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const having = (part: object) => ({ type: 'object', properties: { part } });
const sent = (body: object) => ({
  post: { requestBody: { content: { 'application/json': { schema: body } } }, responses: { 204: { description: '' } } },
});
const names = Array.from({ length: 30 }, (_, at) => `Thing${at}`);

/** API of 30 messages, of which some have a part: of operations in their schema, of webhooks without one. */
function apiOf(kind: 'paths' | 'webhooks', count: number): Api {
  const messages = names.map((name, at) => [name, having(at < count ? schema('Part') : { type: 'object' })] as const);
  const info = { title: 'Things', version: '1' };
  const Part = having({ type: 'string' });
  if (kind === 'webhooks') {
    const webhooks = Object.fromEntries(messages.map(([name, message]) => [name, sent(message)]));
    return described({ openapi: '3.1.0', info, webhooks, components: { schemas: { Part } } });
  }
  const paths = Object.fromEntries(names.map((name) => [`/${name}`, sent(schema(name))]));
  const schemas = { ...Object.fromEntries(messages), Part };
  return described({ openapi: '3.1.0', info, paths, components: { schemas } });
}

test.each(['paths', 'webhooks'] as const)('pages are made anew once most messages of %s have a part', async (kind) => {
  const common = (api: Api) => [...commonParts(api, kind === 'webhooks').names];
  const [few, most] = [apiOf(kind, 24), apiOf(kind, 25)];
  expect([common(few), common(most)]).toEqual([[], ['Part']]);
  const { dependencies } = await withDependencies(async () => common(most));
  const [fact] = dependencies.parts;
  expect(changedFacts(few, most)).toContain(fact);
  expect(changedFacts(apiOf(kind, 26), most)).not.toContain(fact);
});
