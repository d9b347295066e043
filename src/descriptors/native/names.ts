import { encodeSegment, RESERVED_SERVICE_NAMES } from '../../model/locations.ts';
import { isRecord } from '../../schema/json-values.ts';
import { type Complaint, quote } from './structure.ts';

/** File systems take 255 bytes; the longest extension and `-v<version>` need the rest. */
const LONGEST_ENCODED_NAME = 200;

/**
 * Everything that is wrong with names, in a descriptor of any shape: a service with another fault is still told its
 * own.
 */
export function* checkNames(value: Readonly<Record<string, unknown>>): Generator<Complaint> {
  const { api, services, tags } = value;
  if (typeof api === 'string' && api !== '') {
    const unsafe = unsafeName(api, '/api');
    if (unsafe !== undefined) yield unsafe;
  }
  yield* checkServiceNames(namesOf(services, '/services'));
  for (const { name, pointer } of namesOf(tags, '/tags')) {
    const unsafe = unsafeName(name, pointer);
    if (unsafe !== undefined) yield unsafe;
  }
  for (const [index, service] of listOf(services).entries()) {
    const own = isRecord(service) ? listOf(service['tags']) : [];
    for (const [place, tag] of own.entries()) {
      const unsafe = typeof tag === 'string' ? unsafeName(tag, `/services/${index}/tags/${place}`) : undefined;
      if (unsafe !== undefined) yield unsafe;
    }
  }
}

/** Reports why a name cannot be one segment of a URL and a file name; undefined when it can. */
function unsafeName(name: string, pointer: string): Complaint | undefined {
  const problem = problemOf(name);
  if (problem === undefined) return undefined;
  const message = `${quote(name)} cannot be a name: ${problem}.`;
  return { pointer, rule: 'unsafe-name', message, remedy: 'Write a short name such as Book; "title" takes any text.' };
}

function problemOf(name: string): string | undefined {
  if (name === '.' || name === '..') return 'in a URL it means a folder';
  if (name.includes('/')) return 'a slash would divide it in a URL';
  if (/\p{Cc}|\u2028|\u2029/u.test(name)) return 'it contains a control character';
  if (!name.isWellFormed()) return 'it contains half of a surrogate pair';
  if (name !== name.trim()) return 'it starts or ends with a space';
  if (encodeSegment(name).length > LONGEST_ENCODED_NAME)
    return `in a URL it is longer than ${LONGEST_ENCODED_NAME} characters`;
  return undefined;
}

/** Everything that is wrong with the names of the services of one API, each at its place. */
function* checkServiceNames(
  services: readonly { readonly name: string; readonly pointer: string }[],
): Generator<Complaint> {
  const seen = new Map<string, string>();
  for (const { name, pointer } of services) {
    const unsafe = unsafeName(name, pointer);
    if (unsafe !== undefined) yield unsafe;
    if (RESERVED_SERVICE_NAMES.has(name)) {
      const message = `${quote(name)} is the URL of another page of the API, so no service can have that name.`;
      const remedy = `Write another name, such as ${quote(`${name}-service`)}.`;
      yield { pointer, rule: 'reserved-name', message, remedy };
    }
    const folded = name.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, name);
    else yield collision(name, other, pointer);
  }
}

/** Names are case-sensitive in URLs, but not in the file names of every machine that a site is copied to. */
function collision(name: string, other: string, pointer: string): Complaint {
  if (name === other) {
    const message = `Two services are named ${quote(name)}.`;
    return { pointer, rule: 'duplicate-service', message, remedy: 'Give one of them another name, or merge them.' };
  }
  const sameText = name.normalize('NFC') === other.normalize('NFC');
  const severity = sameText ? 'error' : 'warning';
  const message = sameText
    ? `${quote(name)} and another service's name look the same, but are written with different characters.`
    : `${quote(name)} and ${quote(other)} differ in case only; some file systems cannot hold both.`;
  return { pointer, rule: 'name-collision', severity, message, remedy: 'Give one of them another name.' };
}

function namesOf(list: unknown, pointer: string): readonly { readonly name: string; readonly pointer: string }[] {
  return listOf(list).flatMap((item, index) => {
    const name = isRecord(item) ? item['name'] : undefined;
    return typeof name === 'string' && name !== '' ? [{ name, pointer: `${pointer}/${index}/name` }] : [];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
