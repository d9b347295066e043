/** The allowed values of a field: what of many is shown, and what is in a fold. */
import type { Words } from '../../words/words.ts';
import type { Markup } from '../helpers/markup.ts';
import { type Content, html } from '../html.ts';

/** Allowed values on the line, and at most the letters of two lines where they are long; the rest are behind it. */
const SHOWN_VALUES = { fewest: 3, most: 8, letters: 160 } as const;
/** With what they mean, a line each. */
const SHOWN_MEANINGS = 12;
/** Letters of Hebrew, Arabic and the scripts after them, in the blocks that Unicode keeps for these. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @param list an item a line; more than {@link SHOWN_MEANINGS} are in a fold, as values without meanings are */
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

/** “1 more value” has no more room than the value. */
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

/** There may be hundreds: they are one element, but where values that read from right to left would change places. */
function oneCode(texts: readonly string[]): Content {
  const text = texts.join(' ');
  return RIGHT_TO_LEFT.test(text) ? codes(texts) : html`<code>${text}</code>`;
}

function codes(texts: readonly string[]): Content {
  return texts.map((text) => [html`<code>${text}</code>`, ' ']);
}
