import { isRecord } from '../../schema/json-values.ts';
import { findLineStarts, placeOf, type TextPlace } from '../../yaml/places.ts';
import type { DescriptorReader, ParsedFile, PlacedFinding } from '../contract.ts';
import { readDocument } from '../openapi/reader.ts';
import { Reading } from '../openapi/reading.ts';
import { withLimit } from '../parse.ts';
import { baseName } from '../path-names.ts';
import { splitPointer } from '../positions.ts';
import { toDocument } from './document.ts';

function placesIn(text: string): (offset: number) => TextPlace {
  let lineStarts: readonly number[] | null = null;
  return (offset) => {
    lineStarts ??= findLineStarts(text);
    const indentation = /[ \t]*/y;
    indentation.lastIndex = offset;
    return placeOf(offset + (indentation.exec(text)?.[0].length ?? 0), lineStarts);
  };
}

/**
 * Reader of API Blueprint 1A with MSON. A blueprint is parsed into an OpenAPI 3.2 document with the offsets of its
 * objects, which the OpenAPI reader then reads.
 */
export const blueprintReader: DescriptorReader = {
  name: 'blueprint',
  formats: {
    'api-blueprint-1a': {
      title: 'API Blueprint 1A',
      schemas: '/components/schemas',
      cannotSay: ['contact', 'license', 'log-ins'],
    },
  },
  endings: ['apib'],
  recognises: (value) => isRecord(value) && typeof value['FORMAT'] === 'string' && isRecord(value['info']),

  parse: withLimit('API Blueprint', ({ path, text }) => {
    const { document, offsets, problems } = toDocument(text, baseName(path));
    const placeAt = placesIn(text);
    const findings = problems.map(({ offset, ...problem }): PlacedFinding => {
      const place = { file: path, ...placeAt(offset) };
      return { diagnostic: { ...place, severity: 'warning', rule: 'blueprint-reading', ...problem } };
    });
    return { path, text, value: document, findings, locate: locatorOf(path, text, document, offsets) };
  }),

  read(file, context) {
    if (!isRecord(file.value)) return undefined;
    for (const { diagnostic } of file.findings ?? []) context.report(diagnostic);
    const { FORMAT: _, ...document } = file.value;
    const record = readDocument(new Reading(file, '3.2', context, { openapi: '3.2.0', ...document }));
    return { ...record, source: { ...record.source, format: 'api-blueprint-1a' } };
  },
};

/** Creates a `locate` function that falls back to the nearest object with an offset. */
function locatorOf(
  path: string,
  text: string,
  document: object,
  offsets: ReadonlyMap<object, number>,
): ParsedFile['locate'] {
  const placeAt = placesIn(text);
  return (pointer) => {
    let value: unknown = document;
    let offset = 0;
    for (const key of splitPointer(pointer)) {
      value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : null;
      offset = (typeof value === 'object' && value !== null ? offsets.get(value) : undefined) ?? offset;
    }
    return { file: path, ...placeAt(offset) };
  };
}
