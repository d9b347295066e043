import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { ExactNumber } from '../schema/exact-number.ts';
import { placeInText } from '../yaml/places.ts';
import type { Parse, ParsedFile, SourceFile } from './contract.ts';
import { createJsonIndex, parseJson } from './json-text.ts';
import { createLocator } from './positions.ts';
import { TextProblem } from './text-problem.ts';
import { createYamlIndex, parseYaml } from './yaml-text.ts';

/** Maximum size of a file that is read. The largest real descriptors known to us have 15 MB. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Maximum size of a file in a format that is converted first: API Blueprint, RAML, PHP, Postman collections. */
export const MAX_CONVERTED_BYTES = 8 * 1024 * 1024;

/** Explains why a file is not read. @param format format whose limit is {@link MAX_CONVERTED_BYTES}; null for others */
export function tooLarge(format: string | null, bytes = format === null ? MAX_FILE_BYTES : MAX_CONVERTED_BYTES) {
  const shown = (size: number): string => `${size / 1024 / 1024} MB`;
  const limit = format === null ? shown(bytes) : `${shown(bytes)}, the limit for ${format}`;
  const most = `Split it into several descriptors, or describe the API in OpenAPI, up to ${shown(MAX_FILE_BYTES)}.`;
  return {
    rule: 'file-too-large',
    message: `The file is larger than ${limit}, so it was not read.`,
    remedy: format === null ? 'Split it into several files.' : most,
  } as const;
}

/** Reports a file of a format that is larger than {@link MAX_CONVERTED_BYTES}. @returns false for such a file */
export function isWithinLimit(
  { path, text }: SourceFile,
  format: string,
  report: (diagnostic: Diagnostic) => void,
): boolean {
  const isWithin = Buffer.byteLength(text) <= MAX_CONVERTED_BYTES;
  if (!isWithin) report({ ...wholeFile(path), severity: 'error', ...tooLarge(format) });
  return isWithin;
}

/** Wraps a parser so that it refuses files that are too large for the format, before it parses them. */
export function withLimit(format: string, parse: Parse): Parse {
  return (source, report) => (isWithinLimit(source, format, report) ? parse(source, report) : undefined);
}

/**
 * Decodes the bytes of a descriptor file as UTF-8; removes a byte order mark.
 * @returns the text, or a problem with the bytes
 */
export function decodeText(path: string, bytes: Uint8Array): string | Diagnostic {
  const whole = { ...wholeFile(path), severity: 'error' } as const;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [message, remedy] = ['The file is not UTF-8 text.', 'Save it as UTF-8.'];
    return { ...whole, ...placeOfDamage(bytes), rule: 'not-utf8', message, remedy };
  }
  const nul = text.indexOf('\0');
  if (nul === -1) return text;
  const message = 'The file contains a NUL byte, so it is not a text file.';
  return { ...whole, ...placeInText(text, nul), rule: 'nul-byte', message, remedy: 'Remove the byte.' };
}

/** Removes a byte order mark, which an editor may have written in front of a text. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * Parses a file as YAML, or as JSON if it begins like JSON; malformed JSON is read as YAML, except in `.json` files.
 * @returns undefined if the file cannot be parsed, which is reported
 */
export function parseFile(
  source: SourceFile,
  report: (diagnostic: Diagnostic) => void,
  hasIncludes = false,
): ParsedFile | undefined {
  const { path } = source;
  const text = withoutMark(source.text);
  try {
    if (/^\s*[{[]/.test(text)) {
      try {
        return {
          path,
          text,
          ...parsed(text, parseJson),
          locate: createLocator(path, text, () => createJsonIndex(text)),
        };
      } catch (error) {
        // YAML may also begin with a bracket or a brace.
        if (!(error instanceof TextProblem && error.rule === 'json-syntax') || path.toLowerCase().endsWith('.json'))
          throw error;
      }
    }
    const parse = (yaml: string): unknown => parseYaml(yaml, hasIncludes);
    return { path, text, ...parsed(text, parse), locate: createLocator(path, text, () => createYamlIndex(text)) };
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    const { rule, message, remedy, offset } = error;
    report({ file: path, ...placeInText(text, offset), severity: 'error', rule, message, remedy });
    return undefined;
  }
}

function parsed(text: string, parse: (text: string) => unknown): Pick<ParsedFile, 'value' | 'hasExactNumbers'> {
  const before = ExactNumber.made;
  const value = parse(text);
  return { value, hasExactNumbers: ExactNumber.made > before };
}

/** Finds the first invalid byte: a replacement character in the decoded text that the file does not contain. */
function placeOfDamage(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const encoder = new TextEncoder();
  let byteOffset = 0;
  let from = 0;
  for (let index = lenient.indexOf('\uFFFD'); index !== -1; index = lenient.indexOf('\uFFFD', from)) {
    byteOffset += encoder.encode(lenient.slice(from, index)).length;
    from = index + 1;
    const isWritten = bytes[byteOffset] === 0xef && bytes[byteOffset + 1] === 0xbf && bytes[byteOffset + 2] === 0xbd;
    if (!isWritten) return placeInText(lenient, index);
    byteOffset += 3;
  }
  return { line: 0, column: 0 };
}
