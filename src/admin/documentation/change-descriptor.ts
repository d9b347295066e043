import { join } from 'node:path';
import { editText, type TextEdit } from '../../config/edit/edit-text.ts';
import { parseFile } from '../../descriptors/parse.ts';
import { type DescriptorPlace, readDescriptor } from '../../descriptors/read-descriptor.ts';
import type { Api } from '../../model/api.ts';
import { formatDiagnostic } from '../../model/diagnostic.ts';
import { type ChangeResult, changeFile, type Draft, type NotChanged, refused, textOf } from '../change-file.ts';
import type { FieldProblem, Submission } from '../contract.ts';
import { type ChangedControl, type ControlGroup, changedControls } from './controls.ts';
import { type OpenDescriptor, openDescriptor, placeOf } from './descriptors.ts';

interface DescriptorChange {
  readonly api: Api;
  /** For the audit log. */
  readonly target: string;
  /** @returns undefined where what the form is about is gone */
  groupsOf(descriptor: OpenDescriptor): readonly ControlGroup[] | undefined;
}

/**
 * Writes what a form says into a descriptor. Nothing is written where one of its texts cannot be, or where the
 * descriptor would have a mistake.
 */
export function changeDescriptor(
  submission: Submission,
  { api, target, groupsOf }: DescriptorChange,
): Promise<ChangeResult> {
  const { site, input } = submission;
  return changeFile(submission, {
    target,
    // Beside the folder: a file in it would look like a change of the descriptors.
    lockFile: `.${site.descriptorFolder}.lock`,
    subject: 'descriptor',
    version: () => submission.versionNow(site.reading),
    draft() {
      const groups = groupsOf(openDescriptor(site, api));
      if (groups === undefined)
        return refused([{ field: null, text: 'What this form is about is not in the descriptor any more.' }]);
      // A form may be there to correct what the rules of the project refuse; what it writes they accept.
      const rules = site.reading.configuration.check;
      return draftOf({ ...placeOf(site, api), rules }, changedControls(groups, input));
    },
  });
}

function draftOf(place: DescriptorPlace, changes: readonly ChangedControl[]): Draft | NotChanged {
  const file = place.path;
  const problems: FieldProblem[] = [];
  let text = textOf(join(place.projectRoot, file));
  for (const { control, meaning } of changes) {
    const field = control.name;
    if (meaning.kind === 'wrong') {
      problems.push(...meaning.problems.map((problem) => ({ field, text: problem })));
      continue;
    }
    const editing = edited(file, text, meaning.edits);
    if (editing.kind === 'edited') text = editing.text;
    else problems.push({ field, text: editing.reason });
  }
  if (problems.length > 0) return refused(problems);
  const reading = readDescriptor(place, text);
  if (reading?.record === undefined) {
    const errors = (reading?.diagnostics ?? []).filter(({ severity }) => severity === 'error');
    return refused(errors.map((diagnostic) => ({ field: null, text: formatDiagnostic(diagnostic) })));
  }
  return {
    kind: 'draft',
    action: `documentation changed: ${changes.map(({ control }) => control.label).join(', ')}`,
    file,
    text,
  };
}

function edited(path: string, text: string, edits: readonly TextEdit[]): ReturnType<typeof editText> {
  return editText(text, edits, (written) => {
    const parsed = parseFile({ path, text: written }, () => undefined);
    if (parsed === undefined) throw new Error(`${path} cannot be read.`);
    return parsed.value;
  });
}
