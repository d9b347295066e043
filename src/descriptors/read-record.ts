import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { DescriptorReader, ParsedFile, ReadContext } from './contract.ts';
import type { DescriptorFolder } from './descriptor-folder.ts';
import { checkHtml } from './html-in-texts.ts';
import { checkSchemaChains } from './schema-chains.ts';
import { checkSlowTexts } from './slow-texts.ts';
import { checkTwinNames } from './twin-names.ts';

/** Warnings that a record keeps with their places, for the foot of pages; the others are counted. */
const MOST_WARNINGS = 20;

/**
 * The API of one descriptor, with the checks that all formats share.
 * @param name that folder and file give the API
 * @param add false: too many were reported already, and this one is not counted
 * @returns undefined when it cannot be published
 */
export function readRecord(
  file: ParsedFile,
  reader: DescriptorReader,
  files: DescriptorFolder,
  name: string | null,
  add: (diagnostic: Diagnostic) => boolean,
): ApiRecord | undefined {
  let errorCount = 0;
  const warnings: Diagnostic[] = [];
  let warningCount = 0;
  const report = (diagnostic: Diagnostic): void => {
    if (!add(diagnostic)) return;
    if (diagnostic.severity === 'error') errorCount++;
    else {
      warningCount++;
      if (warnings.length < MOST_WARNINGS) warnings.push(diagnostic);
    }
  };
  const parts = new Set([file]);
  const context: ReadContext = {
    name,
    report,
    readFile(reference, from, pointer) {
      const place = { file: from.path, ...from.locate(pointer), severity: 'error' } as const;
      const target = files.resolve(reference, from.path);
      if ('path' in target) {
        const parsed = files.load(target.path, report);
        if (parsed !== undefined) {
          parts.add(parsed);
          return parsed;
        }
        report({
          ...place,
          rule: 'ref-unreadable',
          message: `The file ${target.path} cannot be read.`,
          remedy: 'Correct that file.',
        });
      } else if (target.refused === 'outside') {
        const message = `The reference “${reference}” leads out of the folder of descriptors.`;
        report({
          ...place,
          rule: 'ref-outside',
          message,
          remedy: 'Copy the file into the folder and refer to it by a relative path.',
        });
      } else {
        const message = `The file “${reference}” does not exist.`;
        report({
          ...place,
          severity: 'warning',
          rule: 'ref-not-found',
          message,
          remedy: 'Add the file, or correct the reference.',
        });
      }
      return undefined;
    },
  };
  const record = reader.read(file, context);
  if (record !== undefined) {
    const format = reader.formats[record.source.format];
    if (format === undefined) throw new Error(`The reader ${reader.name} does not declare ${record.source.format}.`);
    const chain = checkSchemaChains(record, file, format);
    if (chain !== undefined) report(chain);
    for (const diagnostic of checkTwinNames(record, file, format)) report(diagnostic);
  }
  for (const part of parts) {
    const html = checkHtml(part);
    if (html !== undefined) report(html);
    for (const slow of checkSlowTexts(part)) report(slow);
  }
  if (record === undefined || errorCount > 0) return undefined;
  return { ...record, source: { ...record.source, warningCount, ...(warnings.length === 0 ? {} : { warnings }) } };
}
