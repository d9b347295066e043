import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnosticParts, errorsFirst, problemCount } from '../model/diagnostic.ts';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import type { Line, Terminal } from './command.ts';

interface Problems {
  readonly diagnostics: readonly Diagnostic[];
  /** Messages about errors that have no place in a file. */
  readonly failures?: readonly string[];
}

/** Reports the problems of a project: errors, then warnings, and last how many of each, where there are any. */
export function complainOf({ diagnostics, failures = [] }: Problems, terminal: Pick<Terminal, 'complain'>): void {
  const ordered = errorsFirst(diagnostics);
  const warnings = ordered.filter(({ severity }) => severity === 'warning');
  const errors = ordered.slice(0, ordered.length - warnings.length);
  for (const error of errors) terminal.complain(diagnosticLine(error));
  for (const failure of failures) terminal.complain(failure);
  for (const warning of warnings) terminal.complain(diagnosticLine(warning));
  const count = errors.length + failures.length;
  if (count + warnings.length > 0) terminal.complain(`${problemCount(count, warnings.length)}.`);
}

/** `file:line:column: severity rule message Remedy.`, its severity in colour. */
export function diagnosticLine(diagnostic: Diagnostic): Line {
  const { place, severity, text } = diagnosticParts(diagnostic);
  return [`${place}: `, { colour: severity === 'error' ? 'red' : 'yellow', text: severity }, ` ${text}`];
}

/** Message of commands that need a published release. */
export const NOT_PUBLISHED = 'No documentation is published yet. Run "platform-docs build" first.';

/** Message of commands that accept a project without descriptors. */
export const NO_API =
  'No API is documented. Put a descriptor into the folder api-descriptors, ' +
  'or copy one with "platform-docs init --from <file>".';

/** Whether the folder of descriptors is missing or empty; no file is read. */
export function hasNoDescriptors(projectFolder: string): boolean {
  const folder = join(projectFolder, DESCRIPTOR_FOLDER);
  return !existsSync(folder) || readdirSync(folder).every((name) => name.startsWith('.'));
}
