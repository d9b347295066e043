import { expect, test } from 'vitest';
import { raml } from '../../../../src/formats/raml/raml.ts';
import type { AccessRule } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import type { Document } from '../../../../src/presentation/page-data/document.ts';
import { digestLogin } from '../../../fixtures/auth/log-ins.ts';
import { hostileApi } from '../../../fixtures/model/hostile-api.ts';
import { apiRecord, richApi } from '../../../fixtures/model/rich-api.ts';
import { validateRaml } from '../../../tooling/validators.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const logins: AccessRule = () => ({
  kind: 'login',
  schemes: [digestLogin('api'), { scheme: 'Basic', realm: '“Ünsafe” / realm <b>' }],
});

const RECORDS = { nothing: apiRecord(), 'every feature': richApi, 'hostile content': hostileApi };
const cases = Object.entries(RECORDS).flatMap(([label, record]) => [
  [label, 'open', new Api(record)] as const,
  [label, 'behind a log-in', new Api(record, { accessRule: logins })] as const,
]);

test.each(cases)('both parsers accept an API with %s, %s, whole and by service', async (_label, _access, api) => {
  const documents: readonly Document[] = [
    { level: 'api', api },
    ...api.getServices().map((service): Document => ({ level: 'service', api, service })),
  ];
  const texts = documents.map((document, index) => ({ name: `${index}`, text: raml.render?.(document, site) ?? '' }));
  expect(await validateRaml(texts)).toEqual([]);
});
