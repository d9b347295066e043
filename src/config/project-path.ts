import { isAbsolute, join } from 'node:path';

/** A path as configured, which is absolute or relative to the project, as an absolute one. */
export function inProject(projectFolder: string, path: string): string {
  return isAbsolute(path) ? path : join(projectFolder, path);
}
