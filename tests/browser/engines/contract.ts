/** A browser of another maker, with one window. */
export interface Engine {
  /** Opens a page and waits until it is loaded. */
  open(url: string, width: number, height: number): Promise<void>;
  /**
   * Evaluates an expression in the page; its value is JSON.
   * @throws the error that the page throws
   */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks into the middle of the first element that a selector finds, as a person with a mouse does. */
  click(selector: string): Promise<void>;
  /** Errors of scripts and reports of the security policy since the start, where the engine tells. */
  errors(): readonly string[];
  close(): Promise<void>;
}

/**
 * Point to click, in pixels of the window. An engine may answer before it has scrolled: one call scrolls to the
 * element, the next reads its place.
 */
export async function middleOf(
  selector: string,
  evaluate: (expression: string) => Promise<unknown>,
): Promise<readonly [x: number, y: number]> {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  await evaluate(`${element}.scrollIntoView({ block: 'center' })`);
  return (await evaluate(`(() => {
    const { x, y, width, height } = ${element}.getBoundingClientRect();
    return [Math.round(x + Math.min(width / 2, 60)), Math.round(y + height / 2)];
  })()`)) as readonly [number, number];
}

/** Mouse click as an input source of both WebDriver protocols. */
export const clickAt = (x: number, y: number): object => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});
