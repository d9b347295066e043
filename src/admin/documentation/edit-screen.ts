import { join } from 'node:path';
import { editText, type TextEdit } from '../../config/edit/edit-text.ts';
import { parseFile } from '../../descriptors/parse.ts';
import { type DescriptorPlace, readDescriptor } from '../../descriptors/read-descriptors.ts';
import type { Api } from '../../model/api.ts';
import { formatDiagnostic } from '../../model/diagnostic.ts';
import {
  type ChangeResult,
  changeFile,
  conflict,
  type Draft,
  expired,
  type NotChanged,
  refused,
  textOf,
} from '../change-file.ts';
import type { Content, FieldProblem, Input, Screen, ScreenRequest, Submission, SubmissionResult } from '../contract.ts';
import { again, SAVE } from '../fields.ts';
import { type ChangedControl, type ControlGroup, changedControls, differences, toFieldGroups } from './controls.ts';
import { apiPath, findApi, nameOf, type OpenDescriptor, openDescriptor, placeOf } from './descriptors.ts';

/** Part of a descriptor that one form edits: a service, an operation. */
interface Subject {
  readonly title: string;
  /** Target in the audit log: `Library-v1/Book`. */
  readonly target: string;
  readonly groups: readonly ControlGroup[];
  /** Buttons in addition to Save, each of which fills in a control. */
  readonly generators: readonly Generator[];
}

export interface Generator {
  readonly intent: string;
  readonly text: string;
  /** Name of the control. */
  readonly control: string;
  /** Generates a text for the control; undefined if the descriptor contains nothing to generate it from. */
  propose(): string | undefined;
}

type FindSubject = (
  descriptor: OpenDescriptor & { readonly kind: 'editable' },
  query: Input,
  apiName: string,
) => Subject | undefined;

const NO_INPUT: Input = new Map();

/** Creates a screen that edits a part of a descriptor. @param find returns undefined for a missing part */
export function editScreen(path: string, find: FindSubject): Screen {
  const subjectOf = (descriptor: OpenDescriptor, query: Input, api: Api): Subject | undefined =>
    descriptor.kind === 'editable' ? find(descriptor, query, nameOf(api)) : undefined;
  const open = ({ site, query }: Pick<ScreenRequest, 'site' | 'query'>) => {
    const api = findApi(site, query);
    const subject = api && subjectOf(openDescriptor(site, api), query, api);
    return api && subject && { api, subject };
  };
  return {
    path,
    subject(request) {
      const controls = open(request)?.subject.groups.flatMap((group) => group.controls);
      return controls?.map(({ name, value }) => [name, value]);
    },
    show(request) {
      const opened = open(request);
      return opened && content(request, opened.api, opened.subject, NO_INPUT, []);
    },
    async submit(submission) {
      const { site, query, input } = submission;
      const opened = open(submission);
      if (opened === undefined) return undefined;
      const { api, subject } = opened;
      const generator = subject.generators.find(({ intent }) => intent === input.get('intent'));
      if (generator !== undefined) return generated(submission, api, subject, generator);
      const result = await changeDescriptor(submission, {
        api,
        target: subject.target,
        groupsOf: (descriptor) => subjectOf(descriptor, query, api)?.groups,
      });
      if (result.kind === 'changed')
        return {
          kind: 'done',
          path: apiPath(api),
          done: site.readsDescriptorsAtOnce ? 'texts-saved' : 'texts-saved-for-build',
        };
      return refusedAgain(submission, api, subject, result);
    },
  };
}

/** Fills a generated text into the form without saving it. */
function generated(
  submission: Submission,
  api: Api,
  subject: Subject,
  generator: Generator,
): SubmissionResult | undefined {
  const { site, input, version, versionNow, isExpired } = submission;
  if (isExpired) return refusedAgain(submission, api, subject, expired());
  if (version !== versionNow(site.reading)) return refusedAgain(submission, api, subject, conflict('descriptor'));
  const proposal = generator.propose();
  if (proposal === undefined) {
    const problem = {
      field: generator.control,
      text: 'No example can be generated. Add fields or a schema to the descriptor.',
    };
    return refusedAgain(submission, api, subject, { kind: 'refused', status: 422, problems: [problem] });
  }
  const filled = content(submission, api, subject, new Map([...input, [generator.control, proposal]]), []);
  const text =
    'An example was generated and filled in below. It is not saved yet: check it, and save the form or leave it.';
  return { kind: 'shown', status: 200, content: { ...filled, notice: { kind: 'done', text, problems: [] } } };
}

function refusedAgain(
  submission: Submission,
  api: Api,
  subject: Subject,
  result: Parameters<typeof again>[0],
): SubmissionResult | undefined {
  const { input } = submission;
  // Sending the form again overwrites changes by other users, so the page has to show these changes.
  const problems =
    result.status === 409 ? [...result.problems, ...differences(subject.groups, input)] : result.problems;
  return again({ ...result, problems }, (shown) => content(submission, api, subject, input, shown));
}

function content(
  request: ScreenRequest,
  api: Api,
  { title, groups, generators }: Subject,
  input: Input,
  problems: readonly FieldProblem[],
): Content {
  const buttons = [SAVE, ...generators.map(({ intent, text }) => ({ text, intent }))];
  const [path, file] = [apiPath(api), api.record.source.file];
  return {
    title,
    above: [{ text: nameOf(api), path }],
    parts: [
      { kind: 'text', text: 'Descriptions are Markdown; empty texts are removed from the file.' },
      ...(request.site.readsDescriptorsAtOnce ? [] : [BUILD_NOTE]),
      request.form({ groups: toFieldGroups(groups, input, problems), file, buttons, cancel: path }),
    ],
  };
}

/** Note for production, where only a build updates pages. */
export const BUILD_NOTE = {
  kind: 'text',
  text: 'The pages of the documentation show a change after the next “npm run build”.',
} as const;

interface DescriptorChange {
  readonly api: Api;
  /** Target in the audit log. */
  readonly target: string;
  /** @returns undefined if the descriptor no longer has the part that the form edits */
  groupsOf(descriptor: OpenDescriptor): readonly ControlGroup[] | undefined;
}

/**
 * Writes the changed texts of a form into a descriptor. Nothing is written if a text is invalid, or if the descriptor
 * would have an error.
 */
function changeDescriptor(submission: Submission, { api, target, groupsOf }: DescriptorChange): Promise<ChangeResult> {
  const { site, input } = submission;
  return changeFile(submission, {
    target,
    // The lock is beside the folder: a file in the folder would count as a change of the descriptors.
    lockFile: `.${site.descriptorFolder}.lock`,
    subject: 'descriptor',
    version: () => submission.versionNow(site.reading),
    draft() {
      const groups = groupsOf(openDescriptor(site, api));
      if (groups === undefined)
        return refused([{ field: null, text: 'The descriptor no longer has the part that this form edits.' }]);
      // A descriptor that breaks the project's rules can be opened for correction; the result must follow them.
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
