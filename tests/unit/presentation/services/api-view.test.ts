import { describe, expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { apiView, overviewLead } from '../../../../src/presentation/services/api-view.ts';
import { apiRecord, service } from '../../../fixtures/model/rich-api.ts';

test.each([
  [100, 100],
  [101, 0],
])('of %i services the cards of groups name %i', (count, named) => {
  const services = Array.from({ length: count }, (_, at) => service(`S${at}`));
  const { groups } = apiView(new Api(apiRecord({ services })), '');
  expect(groups.flatMap((group) => group.services)).toHaveLength(named);
});

const LONG = `All of it.${' More of it.'.repeat(90)}`;
const LONGEST = `All of it.${' More of it.'.repeat(900)}`;
const GUIDE = { name: 'start', title: 'Start', text: 'How to begin. And go on.' };
const ROW = {
  title: 'Start',
  href: '/platform/documentation/Empty-v1/guides/start',
  sentence: 'How to begin.',
  section: null,
};
const READ = 'Read the introduction';

describe('an overview begins with', () => {
  test.each<[string, Partial<ApiRecord['info']>, Partial<ReturnType<typeof overviewLead>>]>([
    [
      'nothing but its guides, the first of them said once',
      {},
      {
        sentence: 'How to begin.',
        description: '',
        rest: { text: 'Start', href: ROW.href },
        below: '',
        guides: [],
      },
    ],
    ['its summary', { summary: 'A shop.' }, { sentence: 'A shop.', description: '', rest: null, guides: [ROW] }],
    ['its description', { description: 'A shop.' }, { sentence: null, description: 'A shop.', guides: [ROW] }],
    ['both', { summary: 'A shop.', description: 'Of books.' }, { sentence: 'A shop.', description: 'Of books.' }],
    [
      'the description that begins with the summary',
      { summary: 'A shop', description: '**A  shop**. Of books.' },
      {
        sentence: null,
        description: '**A  shop**. Of books.',
      },
    ],
    [
      'the first sentence of what stands below',
      { description: LONG },
      {
        sentence: 'All of it.',
        description: '',
        rest: { text: READ, href: '#introduction' },
        below: LONG,
        guides: [ROW],
      },
    ],
    [
      'the first sentence of a guide of its own',
      { description: LONGEST },
      {
        sentence: 'All of it.',
        description: '',
        below: '',
        guides: [ROW],
        rest: { text: READ, href: '/platform/documentation/Empty-v1/guides/introduction' },
      },
    ],
  ])('%s', (_, info, expected) => {
    const { info: own, ...record } = apiRecord({ guides: [GUIDE] });
    const { summary: _summary, description: _description, ...bare } = own;
    expect(overviewLead(new Api({ ...record, info: { ...bare, ...info } }))).toMatchObject(expected);
  });
});
