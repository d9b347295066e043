import basic from '../../vectors/basic.json' with { type: 'json' };
import digest from '../../vectors/digest.json' with { type: 'json' };
import digestRequests from '../../vectors/digest-requests.json' with { type: 'json' };
import framework from '../../vectors/framework.json' with { type: 'json' };
import problems from '../../vectors/problems.json' with { type: 'json' };
import protectedPaths from '../../vectors/protected-paths.json' with { type: 'json' };
import type { ProtocolCase } from './protocol-case.ts';

export interface ProtocolTable {
  readonly about: string;
  /** Default for records that name no target. */
  readonly target: string;
  readonly records: readonly ProtocolCase[];
}

/** Tables of the requests sent over sockets, to the built server and to the development server. */
export const tables: readonly ProtocolTable[] = [
  { about: 'the framework of authentication', target: '/both/thing', records: read(framework) },
  { about: 'Basic', target: '/basic/thing', records: read(basic) },
  { about: 'Digest', target: '/library/book?page=2', records: read(digestRequests) },
  { about: 'an API without an adapter below a protected path', target: '/below/thing', records: read(protectedPaths) },
  { about: 'problems, and the order of checks', target: '/basic/thing', records: read(problems) },
];

/** Records of the verifier, which both servers have: what they are sent, one of them is enough to show. */
export const verifierTable: ProtocolTable = {
  about: 'Digest, as the verifier reads it',
  target: '/library/book?page=2',
  records: ofVerifier(digest),
};

/**
 * TypeScript infers from JSON wider types than the records have; a record that says nothing of its outcome tests
 * nothing.
 */
function read(records: readonly object[]): readonly ProtocolCase[] {
  for (const record of records)
    if (!('expected' in record) && !('mustFail' in record)) throw new Error(`No outcome: ${JSON.stringify(record)}`);
  return records as readonly ProtocolCase[];
}

/** Records for the verifier alone that are about nothing but what a client can send to the target of this table. */
function ofVerifier(records: typeof digest): readonly ProtocolCase[] {
  const requests = records.flatMap(({ name, source, given, expected }) => {
    const { method = 'GET', target, ...digestGiven } = { target: undefined, ...given };
    // A request that the HTTP parser refuses never gets to the verifier.
    if (target !== undefined || method === 'POST' || hasControlCharacters(digestGiven)) return [];
    const request = { method, digest: { ...digestGiven, onlyHashed: true } };
    return [
      {
        name,
        source,
        given: request,
        ...(expected === 'authenticated' ? { expected: { status: 200 } } : { mustFail: 401 }),
      },
    ];
  });
  return read(requests);
}

function hasControlCharacters(given: object): boolean {
  return /\\u00[01]|\\[rn]/.test(JSON.stringify(given));
}
