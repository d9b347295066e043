import type { DescriptorReader } from './contract.ts';
import { nativeReader } from './native/reader.ts';
import { openapi } from './openapi/reader.ts';

/** Asked in order: the first reader that recognises a file's content reads it. A new format adds one line. */
export const descriptorReaders: readonly DescriptorReader[] = [openapi, nativeReader];
