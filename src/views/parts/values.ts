import type { Words } from '../../words/words.ts';
import { type Content, html, type Markup } from '../html.ts';
import { RIGHT_TO_LEFT } from '../markdown.ts';

/** Limits of the visible values of a field; `letters` is about two lines. Further values are folded. */
const SHOWN_VALUES = { fewest: 3, most: 8, letters: 160 } as const;
/** Maximum number of visible values with meanings, one on each line; further values are folded. */
const SHOWN_MEANINGS = 12;

/** Renders allowed values with their meanings. @param list Markdown list, one item on each line */
export function meanings(list: string, describe: (text: string) => Content, words: Words): Content {
  const lines = list.split('\n');
  const most = lines.length - SHOWN_MEANINGS > 1 ? SHOWN_MEANINGS : lines.length;
  const [shown, rest] = [lines.slice(0, most), lines.slice(most)];
  return [describe(shown.join('\n')), rest.length > 0 && moreValues(rest.length, describe(rest.join('\n')), words)];
}

function moreValues(count: number, values: Content, words: Words): Markup {
  return html`
    <details>
      <summary>${words.say('field.moreValues', { count })}</summary>
      ${values}
    </details>`;
}

export function valueLine(values: readonly string[], examples: readonly string[], words: Words): Markup {
  const shown = valuesOnLine(values);
  const rest = values.slice(shown.length);
  return html`
    <div class="pd-v">
      ${values.length > 0 && [words.say('field.values', { count: values.length }), ' ']}
      ${codes(shown)}
      ${rest.length > 0 && moreValues(rest.length, oneCode(rest), words)}
      ${examples.length > 0 && [values.length > 0 && '· ', words.say('example.title'), ' ', codes(examples)]}
    </div>`;
}

/** Values that stay visible, including a single further value, since “1 more value” would take the same space. */
function valuesOnLine(values: readonly string[]): readonly string[] {
  const { fewest, most, letters } = SHOWN_VALUES;
  let count = 0;
  let room: number = letters;
  for (const value of values.slice(0, most)) {
    room -= value.length;
    if (room < 0 && count >= fewest) break;
    count += 1;
  }
  return values.length - count <= 1 ? values : values.slice(0, count);
}

/** Renders values as one element, to keep pages small; as separate ones if a right-to-left value would reorder them. */
function oneCode(texts: readonly string[]): Content {
  const text = texts.join(' ');
  return RIGHT_TO_LEFT.test(text) ? codes(texts) : html`<code>${text}</code>`;
}

function codes(texts: readonly string[]): Content {
  return texts.map((text) => [html`<code>${text}</code>`, ' ']);
}
