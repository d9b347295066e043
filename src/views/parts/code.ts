import { isJsonMediaType } from '../../model/media-types.ts';
import type { ExampleView } from '../../presentation/messages/message-view.ts';
import { type Piece, webLink } from '../../presentation/pieces.ts';
import { LONGEST_COLOURED } from '../../presentation/samples/examples.ts';
import type { Sample } from '../../presentation/samples/samples.ts';
import type { Words } from '../../words/words.ts';
import { jsonPieces, stringPieces } from '../code-pieces.ts';
import { type Content, html, type Markup } from '../html.ts';
import { description, isPlainName, name, pieces, status } from './texts.ts';

/**
 * A body as it is sent; long lines scroll, by keyboard too. Elements that colour it add no text, so that copies have
 * exactly the text shown.
 */
export function codeBlock(text: string, isJson: boolean): Markup {
  const pieces = isJson && text.length <= LONGEST_COLOURED ? jsonPieces(text).map(coloured) : text;
  return html`<pre dir="ltr" tabindex="0"><code>${pieces}</code></pre>`;
}

const SHOWN_LINES = 24;
/** Fewest further lines that are worth a fold. */
const FEWEST_FOLDED_LINES = 5;

/** Writes a {@link codeBlock}; of a long body the first lines stay visible and the rest is folded. */
export function foldedCode(text: string, isJson: boolean, words: Words): Markup {
  const lines = text.split('\n');
  if (lines.length < SHOWN_LINES + FEWEST_FOLDED_LINES) return codeBlock(text, isJson);
  return html`
    ${codeBlock(lines.slice(0, SHOWN_LINES).join('\n'), isJson)}
    <details>
      <summary>${words.say('example.allLines', { count: lines.length })}</summary>
      ${codeBlock(lines.slice(SHOWN_LINES).join('\n'), isJson)}
    </details>`;
}

/**
 * An example body; a long one is folded after its first lines.
 * @param of message of the example: `200 OK`, `Request body`
 */
export function exampleFigure(example: ExampleView, of: string, words: Words): Markup {
  const { id, title, mediaType, isMade, externalUrl, text } = example;
  return html`
    <figure id="${id}">
      <figcaption>
        <b>${/^\d/.test(of) ? status(of) : of}</b>
        ${title !== null && [' · ', name(title)]}${' '}
        <span>
          ${mediaType}
          ${isMade && ` · ${words.say('example.made')}`}
        </span>
      </figcaption>
      ${description(example.description, 4, words)}
      ${externalUrl !== null && html`<p>${pieces([{ text: externalUrl, href: webLink(externalUrl) }])}</p>`}
      ${example.sameAs !== null && html`<p>${sameAs(example.sameAs, words)}</p>`}
      ${text !== '' && foldedCode(text, isJsonMediaType(mediaType), words)}
    </figure>`;
}

function sameAs({ text: place, href }: Piece, words: Words): Content {
  return words
    .pieces('example.sameAs', { place })
    .map(({ text, tag }) => (tag === null ? text : pieces([{ text, href }])));
}

/** A command for a terminal, in a frame of its own. */
export function curlExample(command: string): Markup {
  return html`
    <figure>
      <figcaption><b>curl</b></figcaption>
      ${callBlock(command)}
    </figure>`;
}

/** Samples of an operation: the first is shown, the others can be opened. */
export function samplesExample(samples: readonly Sample[], words: Words): Markup | undefined {
  const [first, ...others] = samples;
  const fileNote = html`<p>${words.say('samples.bodyFile')}</p>`;
  const isOneNote = samples.every(({ sendsFile }) => sendsFile);
  const noteOn = ({ sendsFile }: Sample): Markup | false => sendsFile === true && !isOneNote && fileNote;
  return first === undefined
    ? undefined
    : html`
    <figure class="pd-samples">
      <figcaption data-language="${first.language}"><b>${first.title}</b></figcaption>
      ${callBlock(first.text)}${noteOn(first)}
      ${others.map(
        (sample) => html`
      <details data-language="${sample.language}">
        <summary>${sample.title}</summary>
        ${callBlock(sample.text)}${noteOn(sample)}
      </details>`,
      )}
      ${isOneNote && fileNote}
    </figure>`;
}

/** A call in any language, its strings coloured. */
export function callBlock(text: string): Markup {
  return html`<pre class="pd-shell" dir="ltr" tabindex="0"><code>${stringPieces(text).map(coloured)}</code></pre>`;
}

function coloured({ kind, text }: ReturnType<typeof jsonPieces>[number]): Markup | string {
  switch (kind) {
    case null:
      return text;
    case 'key':
      return isPlainName(text) ? text : html`<b>${text}</b>`;
    case 'string':
      return html`<i>${text}</i>`;
    default:
      return html`<i class="${kind}">${text}</i>`;
  }
}
