import { line } from '../../options/scalars.ts';
import { list, map, type Schema, scalar } from '../../options/schema.ts';
import type { OpenInRecord } from '../configuration.ts';

/** Stands for the address of a page as Markdown. */
const PLACEHOLDER = '{url}';
const WRITTEN = /^https:\/\/[^\s\\{}]+\/[^\s\\{}]*(?:\{url\}[^\s\\{}]*)+$/i;

const address: Schema<string> = scalar(
  'an address such as https://assistant.example/?q={url}',
  { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]://.*\\{url\\}' },
  (value, wrong, quoted) => {
    if (typeof value !== 'string') return wrong('It must be text.');
    const url = URL.parse(value.replaceAll(PLACEHOLDER, ''));
    // It may hold a password before its `@`, which no message repeats.
    if (url !== null && (url.username !== '' || url.password !== ''))
      return wrong('It contains a user name or password.');
    if (url === null || !WRITTEN.test(value))
      return wrong(`${value.includes('@') ? 'It' : quoted(value)} is not an https URL with {url} after its host.`);
    return value;
  },
);

const both = map({ title: line('a name such as Assistant'), url: address });

/** Both are needed. */
const program: Schema<OpenInRecord> = {
  expected: 'a map such as { title: Assistant, url: "https://assistant.example/?q={url}" }',
  json: { ...both.json, required: ['title', 'url'] },
  read(sourced, place) {
    const read = both.read(sourced, place);
    if (read === undefined) return undefined;
    const { title, url } = read;
    if (title !== undefined && url !== undefined) return { title: title.trim(), url };
    const isLeftOut = (key: string): boolean => sourced.kind !== 'map' || !sourced.entries.has(key);
    for (const key of ['title', 'url'].filter(isLeftOut))
      place.complain(`It has no ${key}.`, `Write ${this.expected}.`);
    return undefined;
  },
};

/** Programs that pages can be handed to. */
export const openIn = list(`a list of ${program.expected.replace('a map', 'maps')}`, program);
