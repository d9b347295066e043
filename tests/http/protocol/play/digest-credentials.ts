import { setTimeout as pause } from 'node:timers/promises';
import {
  digestResponse,
  formatParameters,
  type Hashed,
  sentParameters,
  userSecret,
} from '../../../fixtures/auth/digest-client.ts';
import type { DigestGiven } from '../protocol-case.ts';
import { parseParameters } from './parameters.ts';
import { exchange, type RawRequest } from './raw-exchange.ts';

export type Request = Pick<RawRequest, 'method' | 'target'>;

export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string;
  readonly algorithm: string;
}

const PASSWORDS: Readonly<Record<string, string>> = {
  Jäsøn: 'pässwörd',
  Mufasa: 'Circle of Life',
  eve: 'other secret',
};

/** Every Digest challenge that a guest gets. */
export async function challengesAt(port: number, target: string): Promise<readonly Challenge[]> {
  const { answer } = await exchange(port, { method: 'GET', target, headers: [['Connection', 'close']], body: null });
  return answer.headers
    .filter(([name, value]) => name === 'www-authenticate' && value.startsWith('Digest '))
    .map(([, value]) => {
      const parameters = parseParameters(value.slice('Digest '.length)) ?? new Map<string, string>();
      const get = (name: string): string => parameters.get(name) ?? '';
      return { realm: get('realm'), nonce: get('nonce'), opaque: get('opaque'), algorithm: get('algorithm') };
    });
}

/** Gets a challenge and computes what follows `Digest`. */
export async function digestCredentials(port: number, request: Request, given: DigestGiven): Promise<string> {
  if (given.credentials !== undefined) return given.credentials;
  const offers = await challengesAt(port, given.challengedAt ?? request.target);
  const algorithm = given.hashed?.algorithm ?? 'MD5';
  const offer = offers.find((candidate) => candidate.algorithm === algorithm) ?? offers[0];
  if (offer === undefined) throw new Error(`No Digest challenge at ${given.challengedAt ?? request.target}`);
  for (const nc of given.spent ?? []) await spend(port, request, offer, nc);
  if (given.afterMilliseconds !== undefined) await pause(given.afterMilliseconds);
  return rightBut(request, offer, given);
}

/** Right credentials for a challenge, but for what `given` says. */
export function rightBut({ method, target }: Request, offer: Challenge, given: DigestGiven = {}): string {
  const user = given.hashed?.user ?? 'ada';
  const usual: Hashed = {
    ...{
      user,
      password: PASSWORDS[user] ?? 'secret',
      realm: fromBytes(offer.realm),
      algorithm: 'MD5',
      method,
      uri: target,
    },
    ...{ nc: '00000001', cnonce: '0a4f113b', qop: 'auth', nonce: changedNonce(offer.nonce, given.nonce) },
  };
  const changed: Hashed = { ...usual, ...given.hashed };
  const hashed = changed.password === '{secret}' ? { ...changed, password: userSecret('MD5', usual) } : changed;
  const response = digestResponse(hashed);
  const shaped = { upper: response.toUpperCase(), short: response.slice(1), long: `${response}0`, '': response }[
    given.response ?? ''
  ];
  const right = {
    ...sentParameters(given.onlyHashed === true ? usual : hashed, offer.opaque),
    realm: quoted(offer.realm),
    response: `"${shaped}"`,
  };
  const fill = (value: string): string =>
    value
      .replace('{nonce}', hashed.nonce)
      .replace('{opaque}', offer.opaque)
      .replace('{response}', response)
      .replace('{realm}', quoted(offer.realm));
  const sent = Object.entries({ ...right, ...given.parameters }).map(([name, value]): [string, string | null] => [
    given.names === 'upper' ? name.toUpperCase() : name,
    value === null ? null : fill(value),
  ]);
  if (given.order === 'reversed') sent.reverse();
  return formatParameters(Object.fromEntries(sent), given.separator, given.equals) + (given.suffix ?? '');
}

async function spend(port: number, request: Request, offer: Challenge, nc: string): Promise<void> {
  const line = `Digest ${rightBut(request, offer, { hashed: { nc } })}`;
  const headers = [
    ['Connection', 'close'],
    ['Authorization', line],
  ] as const;
  const { answer } = await exchange(port, { ...request, headers, body: null });
  if (answer.status !== 200) throw new Error(`nc=${nc} was to be used up, and was answered ${answer.status}`);
}

function changedNonce(nonce: string, change: DigestGiven['nonce']): string {
  switch (change) {
    case undefined:
      return nonce;
    // Within the signature.
    case 'tampered':
      return `${nonce.slice(0, -3)}${nonce.at(-3) === 'A' ? 'B' : 'A'}${nonce.slice(-2)}`;
    case 'cut':
      return nonce.slice(0, -4);
    case 'zeroes':
      return 'A'.repeat(nonce.length);
    // Within the time of issue.
    case 'older':
      return `${nonce.slice(0, 7)}${nonce[7] === 'A' ? 'B' : 'A'}${nonce.slice(8)}`;
    default:
      return change satisfies never;
  }
}

/** Field values have one character a byte. */
function fromBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
