import { type DescriptorSet, type FolderOptions, folderReading, type ReadingTools } from './folder-reading.ts';
import { readRecord } from './read-record.ts';
import { readerOf } from './registry.ts';
import { checkUnrecognised } from './unrecognised.ts';

const tools: ReadingTools = { readerOf, readRecord, checkUnrecognised };

/**
 * Reads every descriptor below a folder. A file is a descriptor when a reader recognises its content; other YAML and
 * JSON files are parts that descriptors refer to. A broken file never stops the others.
 */
export function readFolder(options: FolderOptions): DescriptorSet {
  return finished(folderReading(options));
}

/** Finishes a reading: gives it the tools that it asks for and returns its result. */
export function finished(reading: ReturnType<typeof folderReading>): DescriptorSet {
  for (let step = reading.next(tools); ; step = reading.next(tools)) if (step.done === true) return step.value;
}
