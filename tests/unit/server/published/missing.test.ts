import { expect, test } from 'vitest';
import { answerElsewhere } from '../../../../src/server/published/published-routes.ts';

const asked = {
  method: 'GET',
  target: '/nothing',
  acceptEncoding: undefined,
  ifMatch: undefined,
  ifNoneMatch: undefined,
};
const site = { title: 'APIs', baseUrl: '' };

test('outside of the documentation programs get its address; a page has it once, as the way to all APIs', () => {
  expect(answerElsewhere({ ...asked, accept: 'text/html' }, site)).toMatchObject({
    kind: 'page',
    status: 404,
    page: { problem: { suggestions: [] } },
  });
  const answer = answerElsewhere({ ...asked, accept: 'application/json' }, site);
  if (answer.kind !== 'bytes' || !(answer.body instanceof Uint8Array)) throw new Error('No bytes.');
  expect(new TextDecoder().decode(answer.body)).toContain('/platform/documentation');
});
