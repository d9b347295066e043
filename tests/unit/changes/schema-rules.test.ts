import { describe, expect, test } from 'vitest';
import { compareApis } from '../../../src/changes/compare-apis.ts';
import { ruleNamed } from '../../../src/changes/rules.ts';
import { Api } from '../../../src/model/api.ts';
import { found, withSchema } from './described.ts';
import { chosen, SCHEMA_CASES, schemas } from './schema-cases.ts';

describe.each(SCHEMA_CASES)(
  '%s: %j, then %j',
  (rule, before, after, request, response, mirrorInRequest, mirrorInResponse) => {
    const { mirror } = ruleNamed(rule);

    test('in requests and in responses', () => {
      const compared = (way: 'request' | 'response') =>
        found(withSchema(before, way, schemas), withSchema(after, way, schemas));
      expect([compared('request'), compared('response')]).toEqual([[`${request} ${rule}`], [`${response} ${rule}`]]);
    });

    test('the other way round', () => {
      const compared = (way: 'request' | 'response') =>
        found(withSchema(after, way, schemas), withSchema(before, way, schemas));
      expect([compared('request'), compared('response')]).toEqual([
        [`${mirrorInRequest} ${mirror}`],
        [`${mirrorInResponse} ${mirror}`],
      ]);
    });
  },
);

describe('a variant that came', () => {
  const variants = (mapping: Readonly<Record<string, string>>, ...names: readonly string[]) =>
    withSchema(
      { ...chosen(mapping), oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
      'response',
      schemas,
    );

  test('has the values that choose it', () => {
    const [before, after] = [variants({ a: 'Cat' }, 'Cat'), variants({ a: 'Cat', b: 'Dog', c: 'Dog' }, 'Cat', 'Dog')];
    const changes = compareApis(new Api(before), new Api(after));
    expect(changes).toMatchObject([
      { rule: 'variant-added', before: null, after: [{ code: 'b' }, ', ', { code: 'c' }] },
    ]);
    expect(compareApis(new Api(after), new Api(before))).toMatchObject([
      { rule: 'variant-removed', before: [{ code: 'b' }, ', ', { code: 'c' }], after: null },
    ]);
  });

  test('is another change than a value of a variant that was there', () => {
    const [before, after] = [variants({ a: 'Cat' }, 'Cat'), variants({ a: 'Cat', b: 'Dog', c: 'Cat' }, 'Cat', 'Dog')];
    expect(found(before, after)).toEqual(['breaking variant-added', 'breaking discriminator-value-added']);
  });
});
