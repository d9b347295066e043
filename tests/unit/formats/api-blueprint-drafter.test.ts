import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiBlueprint } from '../../../src/formats/api-blueprint/api-blueprint.ts';
import { Api } from '../../../src/model/api.ts';
import { hostileApi } from '../../fixtures/model/hostile-api.ts';
import { richApi } from '../../fixtures/model/rich-api.ts';
import { readByDrafter } from '../../tooling/drafter.ts';
import { readValue, recordOf } from '../descriptors/read-text.ts';
import { generatedApi } from './generated-api.ts';

const SITE = { title: 'APIs', baseUrl: 'https://docs.example.com' };

const written = (api: Api): string => String(apiBlueprint.render?.({ level: 'api', api }, SITE));

test('Drafter finds each operation of generated APIs in our blueprints', () => {
  const apis = fc.sample(generatedApi, { seed: 7, numRuns: 30 }).map((each) => new Api(recordOf(readValue(each))));
  const found = readByDrafter(apis.map(written));
  expect(found.map(({ errors, actions }) => [errors, actions.map(withoutQuery).sort()])).toEqual(
    apis.map((api) => [
      [],
      api
        .getOperations()
        .map((each) => `${each.getHttpMethod()} ${each.getPath()}`)
        .sort(),
    ]),
  );
});

test('Drafter reads blueprints of every feature, and of hostile content, without errors', () => {
  const found = readByDrafter([richApi, hostileApi].map((record) => written(new Api(record))));
  expect(found.map(({ errors }) => errors)).toEqual([[], []]);
});

/** Action without its query: `GET /rows`. */
function withoutQuery(action: string): string {
  return action.replace(/\{[?&][^}]*\}/g, '');
}
