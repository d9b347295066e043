import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';

/** Message of commands that accept a project without descriptors. */
export const NO_API =
  'No API is documented. Put a descriptor into the folder api-descriptors, ' +
  'or copy one with "platform-docs init --from <file>".';

/** Whether there is nothing to read, as far as names tell: for a build that has read nothing. */
export function hasNoDescriptors(projectFolder: string): boolean {
  const folder = join(projectFolder, DESCRIPTOR_FOLDER);
  return !existsSync(folder) || readdirSync(folder).every((name) => name.startsWith('.'));
}
