import type { Diagnostic } from '../model/diagnostic.ts';
import type { DescriptorFolder } from './descriptor-folder.ts';

type Resolution = ReturnType<DescriptorFolder['resolve']>;

/** `C:\specs\a.yaml`, `\\server\specs\a.yaml` */
const WINDOWS_PATH = /^(?:[a-z]:[\\/]|\\\\)/i;
const COPY = 'Copy the file into the folder and refer to it by a relative path.';

/**
 * Why a reference to a file is not followed.
 * @param resolve what the folder has under another reference of the same file
 */
export function refusedReference(
  reference: string,
  { refused, link }: Exclude<Resolution, { readonly path: string }>,
  resolve: (reference: string) => Resolution,
): Pick<Diagnostic, 'severity' | 'rule' | 'message' | 'remedy'> {
  const outside = (message: string, remedy: string) =>
    ({ severity: 'error', rule: 'ref-outside', message, remedy }) as const;
  if (WINDOWS_PATH.test(reference)) return outside(`The reference “${reference}” is a path of Windows.`, COPY);
  const slashed = reference.replaceAll('\\', '/');
  if (slashed !== reference) {
    const meant = resolve(slashed);
    if ('path' in meant || meant.refused === 'missing')
      return outside(`The reference “${reference}” has a backslash.`, `Write ${slashed}.`);
  }
  if (refused === 'outside') {
    return link === undefined
      ? outside(`The reference “${reference}” leads out of the folder of descriptors.`, COPY)
      : outside(
          `The reference “${reference}” leads out of the folder of descriptors, by the link ${link}.`,
          'Copy what it leads to into the folder, in its place.',
        );
  }
  return {
    severity: 'warning',
    rule: 'ref-not-found',
    message:
      link === undefined
        ? `The file “${reference}” does not exist.`
        : `The file “${reference}” does not exist: the link ${link} leads to nothing that can be read.`,
    remedy: 'Add the file, or correct the reference.',
  };
}
