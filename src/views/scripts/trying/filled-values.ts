import type { Control } from '../elements.ts';

/** Names of controls and what is in them, in the order in which they are filled in again. */
export type FilledValues = readonly (readonly [name: string, value: string])[];

const TICKED = 'ticked';

/** Values of controls that have a name. Ticks come last: they follow typed text. */
export function filledValues(form: HTMLFormElement): FilledValues {
  const controls = [...form.elements].filter(isControl).filter(({ name }) => name !== '');
  return [
    ...controls.flatMap((control) => (isTick(control) ? [] : [[control.name, control.value] as const])),
    ...controls.filter(isTick).map(({ name, checked }) => [name, checked ? TICKED : ''] as const),
  ];
}

export function fillIn(form: HTMLFormElement, values: FilledValues): void {
  for (const [name, value] of values) {
    const control = form.elements.namedItem(name);
    if (!isControl(control) || control.type === 'file') continue;
    if (isTick(control)) control.checked = value === TICKED;
    else control.value = value;
    // Controls that depend on this one appear before they are filled in.
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function isControl(node: unknown): node is Control {
  return node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;
}

function isTick(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox';
}
