import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { versionedName } from '../model/locations.ts';
import type { ApiRecord, ServiceRecord } from '../model/records.ts';
import type { ParsedFile, SourceFormat } from './contract.ts';
import { escapePointerSegment } from './positions.ts';

/** Endings of the URL of a twin (DESIGN §4); a test compares them with the formats that exist. */
export const TWIN_ENDING = /(?:\.[a-z0-9-]+)*\.(?:json|yaml|md|html|raml|apib|atom)$/;

const RENAME = 'Give one of them another name.';
/** The pattern takes quadratic time. */
const LONGEST_ENDING = 64;

/**
 * An exact name wins over a reading as an extension: a service `Book.json` would hide `Book` as JSON, so that one of
 * the two could not be reached. That is an error; for schemas and tags it is a warning. Names made from paths cannot
 * collide: they escape the dot.
 */
export function checkTwinNames(
  { services, tags, components }: ApiRecord,
  file: ParsedFile,
  format: SourceFormat,
): readonly Diagnostic[] {
  const report = (
    severity: Diagnostic['severity'],
    kind: string,
    { name, hidden }: Twin,
    pointer: string,
  ): Diagnostic => {
    const message = `The ${kind} “${name}” has the same URL as “${hidden}” in a fixed format, and hides it.`;
    return { ...file.locate(pointer), severity, rule: 'name-twin', message, remedy: RENAME };
  };
  return [
    ...twinsIn(services.map(({ name }) => name)).map((twin) => {
      const index = services.findIndex(({ name }) => name === twin.name);
      const service = services[index];
      return report(
        'error',
        'service',
        twin,
        format.services === undefined && service !== undefined
          ? pathPointer(service)
          : `${format.services ?? '/services'}/${index}/name`,
      );
    }),
    ...twinsIn(tags.map(({ name }) => name)).map((twin) => report('warning', 'tag', twin, '/tags')),
    ...twinsIn(Object.keys(components.schemas)).map((twin) =>
      report('warning', 'schema', twin, `${format.schemas}/${escapePointerSegment(twin.name)}`),
    ),
  ];
}

/** `Library.json` beside `Library`, `Library-v1.json` beside its version 1. */
export function checkApiTwins(records: readonly ApiRecord[]): readonly Diagnostic[] {
  const urls = records.flatMap(({ name, version }) => [name, versionedName(name, version)]);
  return records.flatMap((record) => {
    const twin = twinsIn([...urls, record.name]).find(({ name }) => name === record.name);
    if (twin === undefined) return [];
    const message = `The API's name “${twin.name}” is the URL of “${twin.hidden}” in a fixed format.`;
    const remedy = 'Choose a name that does not end like a file.';
    return [{ ...wholeFile(record.source.file), severity: 'error', rule: 'name-twin', message, remedy }];
  });
}

/**
 * Reports names that take the address of another page in a language: a guide `z.de` is at the address that `z` has in
 * German. For guides, services, schemas, tags and APIs alike that is an error of the API.
 * @param languages tags of those with addresses of their own: all but the default one
 */
export function checkLanguageTwins(records: readonly ApiRecord[], languages: readonly string[]): readonly Diagnostic[] {
  const apis = records.map(({ name }) => name);
  return records.flatMap((record) => {
    const kinds: readonly (readonly [kind: string, names: readonly string[], all?: readonly string[]])[] = [
      ['API', [record.name], apis],
      ['guide', (record.guides ?? []).map(({ name }) => name)],
      ['service', record.services.map(({ name }) => name)],
      ['tag', record.tags.map(({ name }) => name)],
      ['schema', Object.keys(record.components.schemas)],
    ];
    return kinds.flatMap(([kind, names, all = names]) => {
      const taken = new Set(all);
      return names.flatMap((name): readonly Diagnostic[] => {
        const language = languages.find((tag) => name.endsWith(`.${tag}`) && taken.has(name.slice(0, -tag.length - 1)));
        if (language === undefined) return [];
        const hidden = name.slice(0, -language.length - 1);
        const message = `The ${kind} “${name}” has the same URL as “${hidden}” in the language ${language}, and hides it.`;
        return [{ ...wholeFile(record.source.file), severity: 'error', rule: 'name-twin', message, remedy: RENAME }];
      });
    });
  });
}

interface Twin {
  readonly name: string;
  readonly hidden: string;
}

function twinsIn(names: readonly string[]): readonly Twin[] {
  const all = new Set(names);
  return [...all].flatMap((name) => {
    const ending = TWIN_ENDING.exec(name.slice(-LONGEST_ENDING))?.[0] ?? '';
    // `Book.swagger.json` is a twin of `Book`, and of a service that is named `Book.swagger`.
    const stems = [...ending.matchAll(/\./g)].map(({ index }) => name.slice(0, name.length - ending.length + index));
    const hidden = stems.find((stem) => all.has(stem));
    return hidden === undefined ? [] : [{ name, hidden }];
  });
}

function pathPointer({ operations, entityOperations, title }: ServiceRecord): string {
  return `/paths/${escapePointerSegment([...operations, ...entityOperations][0]?.paths[0] ?? title ?? '')}`;
}
