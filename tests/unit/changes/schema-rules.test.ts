import { describe, expect, test } from 'vitest';
import { ruleNamed } from '../../../src/changes/rules.ts';
import { found, withSchema } from './described.ts';
import { SCHEMA_CASES, schemas } from './schema-cases.ts';

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
