import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { forgetPlatformFields } from '../../../../src/server/published/platform-fields.ts';

test.each(['X-Platform-Identity', 'x-platform-identity-adapter', 'X_Platform_Identity', 'x-platform_version'])(
  'a route of the site does not see what a client sends as %s',
  (name) => {
    const request = {
      headers: { host: 'a', [name.toLowerCase()]: 'root', accept: '*/*' },
      rawHeaders: ['Host', 'a', name, 'root', 'Accept', '*/*', name, 'again'],
    } as unknown as IncomingMessage;
    forgetPlatformFields(request);
    expect([request.headers, request.rawHeaders]).toEqual([
      { host: 'a', accept: '*/*' },
      ['Host', 'a', 'Accept', '*/*'],
    ]);
  },
);

test('fields whose values alone look so stay', () => {
  const request = {
    headers: { note: 'x-platform-identity' },
    rawHeaders: ['Note', 'x-platform-identity'],
  } as unknown as IncomingMessage;
  forgetPlatformFields(request);
  expect([request.headers, request.rawHeaders]).toEqual([
    { note: 'x-platform-identity' },
    ['Note', 'x-platform-identity'],
  ]);
});
