import { type Challenge, rightBut } from '../play/digest-credentials.ts';
import { parseParameters } from '../play/parameters.ts';

export interface FuzzedHeader {
  readonly authorization: string;
  /** Whether it still says what right credentials say; no other client may be let in. */
  readonly mayPass: boolean;
}

export interface FuzzOptions {
  readonly random: () => number;
  readonly target: string;
  readonly challenge: Challenge;
}

const SCHEMES = ['Basic', 'Digest', 'basic', 'DIGEST', 'Bearer', 'Negotiate', '', 'Basic,', 'Dígest', '"Basic"'];
const NAMES = [
  'username',
  'realm',
  'nonce',
  'uri',
  'response',
  'opaque',
  'algorithm',
  'qop',
  'nc',
  'cnonce',
  'username*',
  'userhash',
  'charset',
  'stale',
  '',
  '=',
];
const VALUES = [
  'ada',
  '"ada"',
  '"api"',
  'api',
  '00000001',
  'auth',
  '"auth"',
  'MD5',
  'SHA-256',
  '""',
  '"',
  '"\\',
  "UTF-8''ada",
  'true',
  'ffffffff',
  '',
  '\t',
  '"a\\"b"',
];
const SEPARATORS = [', ', ',', ' ', ';', ',,', '\t,', '=', ''];
const SECRETS = [
  'ada:wrong',
  'ada',
  ':',
  'nobody:secret',
  'ada:secret\0',
  'ADA:secret',
  'apr:x',
  ' ada:secret',
  '__proto__:x',
  'ada:secret ',
];
const RIGHT_BASIC = Buffer.from('ada:secret').toString('base64');
/** Parameters that decide who a client is; others may be anything. */
const DECIDING = ['username', 'realm', 'nonce', 'uri', 'response', 'opaque', 'qop', 'nc', 'cnonce'] as const;

/** Endless headers: made of the grammar's parts in any order, or right ones with some bytes changed. */
export function createFuzzer({ random, target, challenge }: FuzzOptions): () => FuzzedHeader {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(choices: readonly [T, ...T[]] | readonly T[]): T => {
    const choice = choices[below(choices.length)];
    if (choice === undefined) throw new Error('nothing to choose from');
    return choice;
  };
  let count = 0;
  const rightDigest = (password: string): string => {
    count += 1;
    return `Digest ${rightBut({ method: 'GET', target }, challenge, { hashed: { password, nc: count.toString(16).padStart(8, '0') } })}`;
  };

  const byGrammar = (): string => {
    const scheme = pick(SCHEMES);
    if (random() < 0.3) return `${scheme} ${Buffer.from(pick(SECRETS)).toString('base64')}`;
    const parameters = Array.from(
      { length: below(14) },
      () => `${pick(NAMES)}${pick(['=', '=', '=', ' = ', ''])}${pick(VALUES)}`,
    );
    return `${scheme}${pick([' ', ' ', '  ', '\t', ''])}${parameters.join(pick(SEPARATORS))}`;
  };

  const mutated = (text: string): string => {
    let changed = text;
    for (let left = 1 + below(3); left > 0; left -= 1) {
      const at = below(changed.length + 1);
      const piece = pick([
        String.fromCharCode(byteFor(below(256))),
        ',',
        '"',
        '=',
        '\\',
        ' ',
        changed.slice(at, at + below(12)),
      ]);
      changed =
        changed.slice(0, at) +
        pick([piece, '', piece + changed.slice(at, at + 1)]) +
        changed.slice(at + pick([0, 1, 1, below(20)]));
    }
    return changed;
  };

  return () => {
    const kind = random();
    if (kind < 0.3) return { authorization: byGrammar(), mayPass: false };
    if (kind < 0.45)
      return { authorization: mutated(`Basic ${Buffer.from('ada:wrong').toString('base64')}`), mayPass: false };
    if (kind < 0.6) return { authorization: mutated(rightDigest('wrong')), mayPass: false };
    if (kind < 0.8) {
      const authorization = mutated(`Basic ${RIGHT_BASIC}`);
      return { authorization, mayPass: new RegExp(`^[ \\t]*basic +${RIGHT_BASIC}[ \\t]*$`, 'i').test(authorization) };
    }
    const right = rightDigest('secret');
    const authorization = mutated(right);
    return { authorization, mayPass: saysTheSame(right, authorization) };
  };
}

/** Line breaks would make other header lines, not other credentials. */
function byteFor(byte: number): number {
  return byte === 0x0a || byte === 0x0d ? 0x20 : byte;
}

/** Compares by a parser that shares no code with the server. */
function saysTheSame(right: string, changed: string): boolean {
  const [before, after] = [right, changed]
    .map((text) => /^[ \t]*digest +(.*)$/is.exec(text)?.[1])
    .map((text) => (text === undefined ? undefined : parseParameters(text)));
  if (before === undefined || after === undefined) return false;
  return (
    DECIDING.every((name) => after.get(name) === before.get(name)) &&
    (after.get('algorithm') ?? 'MD5').toUpperCase() === 'MD5'
  );
}
