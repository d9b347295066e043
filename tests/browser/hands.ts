import type { Locator } from 'playwright-core';

const MOST_PRESSES = 80;

/** Use of a form with one device. */
export interface Hands {
  readonly by: string;
  readonly press: (control: Locator) => Promise<void>;
  readonly fill: (input: Locator, text: string) => Promise<void>;
  readonly choose: (select: Locator, option: string) => Promise<void>;
  readonly tick: (box: Locator) => Promise<void>;
  /** Shows the other one of two tabs. */
  readonly show: (tab: Locator) => Promise<void>;
}

export const MOUSE: Hands = {
  by: 'by mouse',
  press: (control) => control.click(),
  fill: (input, text) => input.fill(text),
  choose: async (select, option) => {
    await select.selectOption(option);
  },
  tick: (box) => box.click(),
  show: (tab) => tab.click(),
};

export const KEYS: Hands = {
  by: 'by keyboard',
  press: (control) => pressAt(control, 'Enter'),
  fill: async (input, text) => {
    await pressAt(input, 'Control+A');
    await input.page().keyboard.type(text);
  },
  choose: async (select, option) => {
    await reach(select);
    await select.page().keyboard.type(option.replace(/ .*/, ''));
  },
  tick: (box) => pressAt(box, 'Space'),
  show: (tab) => pressAt(tab.locator('..').getByRole('tab', { selected: true }), 'ArrowLeft'),
};

export function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((node) => node === document.activeElement);
}

async function pressAt(control: Locator, key: string): Promise<void> {
  await reach(control);
  await control.page().keyboard.press(key);
}

/** Goes forth or back with the Tab key until a control has the focus. @throws (rejects) if no control has it before */
async function reach(control: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    const key = await control.evaluate((node) => {
      const { activeElement: active, body } = document;
      if (active === null || active === body) return 'none';
      if (active === node) return '';
      return node.compareDocumentPosition(active) === Node.DOCUMENT_POSITION_FOLLOWING ? 'Shift+Tab' : 'Tab';
    });
    if (key === '') return;
    if (key === 'none') throw new Error(`The focus is lost on the way to ${control}.`);
    await control.page().keyboard.press(key);
  }
  throw new Error(`${control} is not reached.`);
}
