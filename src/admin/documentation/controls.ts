import type { TextEdit } from '../../config/edit/edit-text.ts';
import type { AdminField, AdminFieldGroup } from '../../model/page/admin-page.ts';
import type { FieldProblem, Input } from '../contract.ts';
import { fieldMaker, saysNow } from '../fields.ts';

/**
 * One control of a form, and the place of the descriptor that it is about. The version of a form is the hash of its
 * controls' values. In an edit conflict each field shows what the file says instead, because sending the form again
 * overwrites it.
 */
export interface Control {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly control: AdminField['control'];
  /** Text in the file. */
  readonly value: string;
  /** Interprets a text that is not the one of the file; its lines end with `\n`, and nothing follows the last one. */
  meaning(text: string, input: Input): Meaning;
}

export type Meaning =
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] }
  /** For people. */
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

export interface ControlGroup {
  readonly legend: string | null;
  readonly hint?: string;
  readonly controls: readonly Control[];
}

/** A control whose text is not the one of the file, and what that means. */
export interface ChangedControl {
  readonly control: Control;
  readonly meaning: Meaning;
}

export function changedControls(groups: readonly ControlGroup[], input: Input): readonly ChangedControl[] {
  return groups
    .flatMap(({ controls }) => controls)
    .flatMap((control) => {
      const text = sentText(control, input);
      return text === plainText(control.value) ? [] : [{ control, meaning: control.meaning(text, input) }];
    });
}

/** Text that was sent, or the one of the file where nothing was sent. */
export function sentText({ name, value }: Control, input: Input): string {
  return plainText(input.get(name) ?? value);
}

/**
 * Normalizes a text from a browser: browsers have line ends of their own, and know no NUL and no half characters; white
 * space behind the last word is invisible.
 */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').replaceAll(/\r\n?/g, '\n').trimEnd();
}

/** After an edit conflict, what the file says now is shown at each field. */
export function differences(groups: readonly ControlGroup[], input: Input): readonly FieldProblem[] {
  return changedControls(groups, input).map(({ control }) => ({
    field: control.name,
    text: saysNow('file', plainText(control.value)),
  }));
}

/** @param input what was filled in; where it holds nothing, what the file says */
export function toFieldGroups(
  groups: readonly ControlGroup[],
  input: Input,
  problems: readonly FieldProblem[],
): readonly AdminFieldGroup[] {
  return groups
    .filter(({ controls }) => controls.length > 0)
    .map(({ legend, hint, controls }) => ({
      legend,
      ...(hint !== undefined && { hint }),
      fields: controls.map((control) => {
        const shown = new Map([[control.name, input.get(control.name) ?? control.value]]);
        return fieldMaker(shown, problems)(control.name, control.label, {
          control: control.control,
          ...(control.hint !== undefined && { hint: control.hint }),
        });
      }),
    }));
}
