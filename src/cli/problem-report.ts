import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnosticParts, errorsFirst, problemCount } from '../model/diagnostic.ts';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import type { Line, Terminal } from './command.ts';

interface Problems {
  readonly diagnostics: readonly Diagnostic[];
  /** Messages of errors that do not concern a file. */
  readonly failures?: readonly string[];
}

/** Prints the problems of a project, errors before warnings, and then the number of each, if there are problems. */
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

/** Formats a problem as `file:line:column: severity rule message Remedy.`, with a coloured severity. */
export function diagnosticLine(diagnostic: Diagnostic): Line {
  const { place, severity, text } = diagnosticParts(diagnostic);
  return [`${place}: `, { colour: severity === 'error' ? 'red' : 'yellow', text: severity }, ` ${text}`];
}

/** Message of commands that require a published release. */
export const NOT_PUBLISHED = 'No documentation is published yet. Run "platform-docs build" first.';

/** Message of commands that accept a project without descriptors. */
export const NO_API =
  'No API is documented. Put a descriptor into the folder api-descriptors, ' +
  'or copy one with "platform-docs init --from <file>".';

/** True if the descriptor folder is missing or empty. Reads no files. */
export function hasNoDescriptors(projectFolder: string): boolean {
  const folder = join(projectFolder, DESCRIPTOR_FOLDER);
  return !existsSync(folder) || readdirSync(folder).every((name) => name.startsWith('.'));
}
