import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { apiView } from '../../../../src/presentation/services/api-view.ts';
import { apiRecord, service } from '../../../fixtures/model/rich-api.ts';

test.each([
  [100, 100],
  [101, 0],
])('of %i services the cards of groups name %i', (count, named) => {
  const services = Array.from({ length: count }, (_, at) => service(`S${at}`));
  const { groups } = apiView(new Api(apiRecord({ services })), '');
  expect(groups.flatMap((group) => group.services)).toHaveLength(named);
});
