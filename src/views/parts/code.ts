import { isJsonMediaType } from '../../model/media-types.ts';
import type { ExampleView } from '../../presentation/messages/message-view.ts';
import { webLink } from '../../presentation/pieces.ts';
import type { Sample } from '../../presentation/samples/samples.ts';
import type { Words } from '../../words/words.ts';
import { type CodePiece, colourOf, jsonPieces, LONGEST_COLOURED, stringPieces } from '../code-pieces.ts';
import { html, type Markup } from '../html.ts';
import { description, linked, name, pieces, status } from './texts.ts';

/**
 * Code block with an exact body; long lines scroll, also by keyboard. Elements for highlighting add no text, so that
 * readers copy exactly the body.
 */
export function codeBlock(text: string, isJson: boolean): Markup {
  const pieces = isJson && text.length <= LONGEST_COLOURED.page ? jsonPieces(text).map(coloured) : text;
  return html`<pre dir="ltr" tabindex="0"><code>${pieces}</code></pre>`;
}

const SHOWN_LINES = 24;
/** Minimum number of further lines for which a body is folded. */
const FEWEST_FOLDED_LINES = 5;

/** Renders a {@link codeBlock}; a long body is folded after its first lines. */
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
 * Figure with an example body; a long body is folded after its first lines.
 * @param of name of the message: `200 OK`, `Request body`
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
      ${example.sameAs !== null && html`<p>${linked('example.sameAs', { place: example.sameAs }, words)}</p>`}
      ${text !== '' && foldedCode(text, isJsonMediaType(mediaType), words)}
    </figure>`;
}

/** Figure with a command for a terminal. */
export function curlExample(command: string): Markup {
  return html`
    <figure>
      <figcaption><b>curl</b></figcaption>
      ${callBlock(command)}
    </figure>`;
}

/** Figure with the samples of an operation; all but the first are folded. */
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

/** Code block with a sample in any language; its strings are highlighted. */
export function callBlock(text: string): Markup {
  return html`<pre class="pd-shell" dir="ltr" tabindex="0"><code>${stringPieces(text).map(coloured)}</code></pre>`;
}

function coloured(piece: CodePiece): Markup | string {
  const { text } = piece;
  const colour = colourOf(piece);
  if (colour === null) return text;
  if (colour.element === 'b') return html`<b>${text}</b>`;
  return colour.value === '' ? html`<i>${text}</i>` : html`<i class="${colour.value}">${text}</i>`;
}
