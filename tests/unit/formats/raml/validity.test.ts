import { expect, test } from 'vitest';
import { raml } from '../../../../src/formats/raml/raml.ts';
import type { AccessRule, LoginScheme } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import type { Document } from '../../../../src/presentation/page-data/document.ts';
import { digestLogin } from '../../../fixtures/auth/log-ins.ts';
import { hostileApi } from '../../../fixtures/model/hostile-api.ts';
import { apiRecord, richApi } from '../../../fixtures/model/rich-api.ts';
import { validateRaml } from '../../../tooling/validators.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const RECORDS = { nothing: apiRecord(), 'every feature': richApi, 'hostile content': hostileApi };
const where = (isOpen: (method: string) => boolean, schemes: readonly LoginScheme[]): AccessRule => {
  return ({ method }) => (isOpen(method) ? { kind: 'open' } : { kind: 'login', schemes });
};
const LOGINS = [digestLogin('a b'), { scheme: 'Basic', realm: '“Ünsafe” / realm <b>' }] as const;
const cases = Object.entries(RECORDS).flatMap(([label, record]) => [
  [label, 'open', new Api(record)] as const,
  [label, 'behind log-ins of two kinds', new Api(record, { accessRule: where(() => false, LOGINS) })] as const,
]);
const parts = [
  ['a log-in of two kinds', LOGINS],
  ['a log-in that no user has', []],
] as const;

test.each(cases)('both parsers accept an API with %s, %s, whole and by service', async (_label, _access, api) => {
  const documents: readonly Document[] = [
    { level: 'api', api },
    ...api.getServices().map((service): Document => ({ level: 'service', api, service })),
  ];
  expect(await problemsOf(documents)).toEqual([]);
});

test.each(parts)('both parsers accept an API where a part needs %s', async (_label, schemes) => {
  const accessRule = where((method) => method === 'GET', schemes);
  const documents = [richApi, hostileApi].map(
    (record): Document => ({ level: 'api', api: new Api(record, { accessRule }) }),
  );
  expect(await problemsOf(documents)).toEqual([]);
});

function problemsOf(documents: readonly Document[]): Promise<readonly string[]> {
  return validateRaml(
    documents.map((document, index) => ({ name: `${index}`, text: raml.render?.(document, site) ?? '' })),
  );
}
