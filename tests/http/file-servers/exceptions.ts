import type { Expectation, Probe } from '../probe.ts';
import type { ProgramName } from './running.ts';

/** What a file server answers otherwise than our server, and why. */
interface Exception {
  readonly servers: readonly ProgramName[];
  readonly reason: string;
  /** Names of probes, or what they have in common. */
  readonly probes: readonly (string | RegExp)[];
  /** In place of what the probe expects. */
  readonly instead: Partial<Expectation>;
}

const ALL: readonly ProgramName[] = ['nginx', 'apache', 'caddy'];

/** The table of docs/deployment/static.md; each is one that its server needs. */
export const exceptions: readonly Exception[] = [
  {
    servers: ALL,
    reason: 'A file was written before anybody asked: it lists no formats that there are instead.',
    probes: [/^406 for a (?:type|version|format|wildcard)/, /^406 for a refusal/, '406 lists every type of an API'],
    instead: { body: /"status":406/ },
  },
  {
    servers: ALL,
    reason: 'A file was written before anybody asked: it quotes no name, and knows none that is like it.',
    probes: [
      'an unknown API',
      /^an API in another case names/,
      /^a mistyped /,
      'a service in another case',
      'an unknown version names those there are',
      'a format that there is not names those there are',
      'an unknown schema',
      'an unknown group',
      'a name of two thousand characters',
      'a sitemap needs the address of the site',
    ],
    instead: { body: /"status":404/ },
  },
  {
    servers: ALL,
    reason: 'A file was written before anybody asked: a page quotes no name either.',
    probes: ['a browser gets a page about what is missing'],
    instead: { body: /There is nothing at this path/ },
  },
  {
    servers: ALL,
    reason: 'Rules see what Accept names, and not that the type is refused which an alias is sent as.',
    probes: ['406 for an alias whose own type is refused'],
    instead: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', vary: 'Accept, Accept-Encoding', etag: /./ },
      body: /./,
    },
  },
  {
    servers: ALL,
    reason: 'Entity tags are the server’s own: of time and size, another one for each coding, without its name.',
    probes: ['304 for the tag of a coding'],
    instead: { headers: { etag: /^"[^"]+"$/ } },
  },
  {
    servers: ['nginx', 'apache'],
    reason: 'Entity tags are the server’s own: of time and size, another one for each coding, without its name.',
    probes: [/, with its own entity tag$/],
    instead: { headers: { etag: /^"[^"]+"$/ } },
  },
  {
    servers: ['caddy'],
    reason: 'Entity tags are the server’s own, and it sends a compressed copy in chunks.',
    probes: [/, with its own entity tag$/],
    instead: { headers: { etag: /^"[^"]+"$/, 'content-length': null } },
  },
  {
    servers: ['caddy'],
    reason: 'The server refuses a malformed path before it reads its configuration.',
    probes: [/^a percent sign that begins no escape/],
    instead: { headers: { 'x-content-type-options': null } },
  },
  {
    servers: ['nginx', 'apache'],
    reason: 'The server writes a line of HTML below a redirection.',
    probes: [/ redirects to the form without its slash$/],
    instead: { headers: { 'content-type': /^text\/html/ }, body: /308/ },
  },
  {
    servers: ['nginx'],
    reason: 'The server itself refuses an escaped NUL.',
    probes: ['NUL', 'NUL before an extension'],
    instead: { status: 400, body: /"status":400/ },
  },
  {
    servers: ALL,
    reason: 'The server decodes a path before it looks for what is there.',
    probes: ['/%6clms.txt is nothing'],
    instead: { status: 200, body: /^# / },
  },
];

/** Exceptions of one server by the name of the probe. @param probes all there are */
export function exceptionsFor(server: ProgramName, probes: readonly Probe[]): ReadonlyMap<string, Exception> {
  return new Map(
    exceptions
      .filter(({ servers }) => servers.includes(server))
      .flatMap((exception) =>
        exception.probes.flatMap((wanted) =>
          probes
            .filter(({ name }) => (typeof wanted === 'string' ? wanted === name : wanted.test(name)))
            .map(({ name }) => [name, exception] as const),
        ),
      ),
  );
}

/** Apache writes the list of Vary anew, without spaces. */
export function asWrittenBy(server: ProgramName, probe: Probe): Probe {
  const vary = probe.expected.headers?.['vary'];
  if (server !== 'apache' || typeof vary !== 'string') return probe;
  const headers = { ...probe.expected.headers, vary: vary.replaceAll(', ', ',') };
  return { ...probe, expected: { ...probe.expected, headers } };
}

export function withException(probe: Probe, exception: Exception | undefined): Probe {
  if (exception === undefined) return probe;
  const { expected } = probe;
  const headers = { ...expected.headers, ...exception.instead.headers };
  return { ...probe, expected: { ...expected, ...exception.instead, headers } };
}
