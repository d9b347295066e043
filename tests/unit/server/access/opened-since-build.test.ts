import { expect, test } from 'vitest';
import { type Access, type AccessRule, openToEveryone } from '../../../../src/model/access.ts';
import { openedSinceBuild } from '../../../../src/server/access/keep-closed.ts';
import { accessesOf, accessHash } from '../../../../src/store/release-access.ts';

const PROTECTED: Access = { kind: 'login', schemes: [{ scheme: 'Basic', realm: 'api' }] };
const closed: AccessRule = () => PROTECTED;
const readable: AccessRule = ({ method }) => (method === 'GET' ? { kind: 'open' } : PROTECTED);
const examples: AccessRule = () => ({ kind: 'open', hasExamples: true });
const operations = [{ service: 'Book', resource: 'collection' as const, methods: ['GET', 'POST'] }];
const builtWith = (rule: AccessRule): Parameters<typeof openedSinceBuild>[0][number] => ({
  api: 'Library',
  version: 1,
  operations,
  accessHash: accessHash(accessesOf('Library', 1, operations, rule)),
});

test.each([
  ['was closed', closed, 'is open', openToEveryone, true],
  ['was open in part', readable, 'is open', openToEveryone, true],
  ['was closed', closed, 'is open in part', readable, false],
  ['was closed', closed, 'is closed', closed, false],
  ['was open', openToEveryone, 'is open', openToEveryone, false],
  ['was open', openToEveryone, 'is closed', closed, false],
  ['was open', openToEveryone, 'is answered from examples', examples, false],
  ['was answered from examples', examples, 'is open', openToEveryone, false],
  ['was closed', closed, 'is answered from examples', examples, true],
])('an API that %s when built and %3$s now', (_before, built, _after, now, isTold) => {
  expect(openedSinceBuild([builtWith(built)], now).length).toBe(isTold ? 1 : 0);
});
