import { describe, expect, test } from 'vitest';
import { passesName } from '../../../../src/services/answer-headers.ts';
import { linesOf, readLocal } from '../read.ts';

const OWN = [
  'Connection',
  'Keep-Alive',
  'Proxy-Authenticate',
  'Proxy-Connection',
  'TE',
  'Transfer-Encoding',
  'Upgrade',
  'HTTP2-Settings',
  'X-Platform-Validation',
];
const ALSO_OWN = ['WWW-Authenticate', 'Authentication-Info', 'Access-Control-Allow-Origin', 'X-Content-Type-Options'];

/** A name in `response_headers` passes or is refused: none is accepted and then has no effect. */
describe('response_headers', () => {
  const spellings = [...OWN, ...ALSO_OWN].flatMap((name) => [name, name.toUpperCase(), name.replaceAll('-', '_')]);
  test.each([...new Set(spellings)])('refuses %s, which never passes', (name) => {
    expect([isRefused(name), passesName(name, { isDocumentTrusted: true, responseHeaders: [name] })]).toEqual([
      true,
      false,
    ]);
  });

  test.each(['Trailer', 'TRAILER', 'Content-Length', 'content_length'])(
    'refuses %s, which frames an answer',
    (name) => {
      expect(isRefused(name)).toBe(true);
    },
  );

  test.each(['Set-Cookie', 'set_cookie', 'Proxy-Status', 'NEL', 'Stripe-Account', 'X-Frame-Options'])(
    'takes %s, which passes then',
    (name) => {
      expect([isRefused(name), passesName(name, { isDocumentTrusted: false, responseHeaders: [name] })]).toEqual([
        false,
        true,
      ]);
    },
  );
});

function isRefused(name: string): boolean {
  return linesOf(readLocal(`platform-services: { Library: { response_headers: ['${name}'] } }`)).length > 0;
}
