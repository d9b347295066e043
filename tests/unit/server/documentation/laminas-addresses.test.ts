import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { laminasAddresses } from '../../../../src/server/documentation/laminas-addresses.ts';

function locationOf(target: string): unknown {
  const request = new IncomingMessage(new Socket());
  const asked = { target, method: 'GET', accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };
  const answer = laminasAddresses({ request, response: new ServerResponse(request), asked, awaitsContinue: false });
  if (answer === null || !('headers' in answer) || !('status' in answer)) return null;
  expect(answer.status).toBe(308);
  return answer.headers[answer.headers.indexOf('Location') + 1];
}

test.each([
  ['/api-tools/documentation', '/platform/documentation'],
  ['/api-tools/documentation/Harbour-v1/Ship', '/platform/documentation/Harbour-v1/Ship'],
  ['/api-tools/documentation/Acme.Harbour?x=1', '/platform/documentation/Acme.Harbour?x=1'],
  ['/apigility/swagger/Harbour-v2', '/platform/documentation/Harbour-v2'],
  ['/api-tools/blueprint?x', '/platform/documentation?x'],
  ['/api-tools/swagger//evil.example', '/platform/documentation//evil.example'],
])('%s leads to %s', (old, now) => {
  expect(locationOf(old)).toBe(now);
});

test.each([
  '/api-tools/documentations',
  '/api-tools',
  '/api-tools/api/module',
  '/x/api-tools/swagger',
  '//api-tools/swagger',
])('%s is no address of documentation', (target) => {
  expect(locationOf(target)).toBeNull();
});
