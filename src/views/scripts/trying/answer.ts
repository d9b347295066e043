import { isJsonMediaType } from '../../../model/media-types.ts';
import type { Trial } from '../../../presentation/trying/trial.ts';
import { answerText, MOST_SHOWN } from '../../../trying/answer-text.ts';
import type { Compared, DescribedOperation, Difference } from '../../../trying/described-api.ts';
import { documentedStatus, documentedType } from '../../../trying/documented.ts';
import {
  type Answer,
  type Exchange,
  type FailureCause,
  type LogInResult,
  MOST_BYTES,
  type OnPart,
  type Step,
} from '../../../trying/exchange.ts';
import { colourOf, jsonPieces, LONGEST_COLOURED } from '../../code-pieces.ts';
import { block, button, details, hint, make, type Say } from '../elements.ts';

/** Summarises a request and its outcome in one line, for screen readers and the list of sent requests. */
export function summaryOf({ outcome }: Exchange, say: Say, limitMilliseconds: number, isElsewhere: boolean): string {
  if (outcome.kind === 'failure') return failureWords(outcome.cause, say, limitMilliseconds, isElsewhere);
  return statusLine(outcome) + timeAndSize(outcome);
}

function statusLine({ status, reason }: Pick<Answer, 'status' | 'reason'>): string {
  return `${status} ${reason}`.trim();
}

function timeAndSize({ milliseconds, bytes }: Answer): string {
  return ` · ${millisecondsIn(milliseconds)} · ${bytesIn(bytes.byteLength)}`;
}

function lines(headers: Answer['headers']): readonly string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

function failureWords(cause: FailureCause, say: Say, limitMilliseconds: number, isElsewhere: boolean): string {
  if (cause === 'unreachable' && isElsewhere) return say('try.failure.unreachableElsewhere');
  return say(`try.failure.${cause}`, { seconds: secondsIn(limitMilliseconds) });
}

/** Shows a response and its differences from the documentation. Received content is text, never markup. */
export function answerParts(
  { steps, outcome }: Exchange,
  { trial, say, isElsewhere, compared, limitMilliseconds }: AnswerContext,
): readonly Node[] {
  const requests = steps.length > 1 ? [details(say('try.requests'), ...steps.map(stepBlock))] : [];
  if (outcome.kind === 'failure') return requests;
  const { status, headers } = outcome;
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? null;
  const documented = documentedStatus(trial.answers, status);
  const types = documented === undefined ? [] : (trial.answers[documented] ?? []);
  const isTyped = contentType === null || types.length === 0 || documentedType(types, contentType) !== undefined;
  const notes = [
    ...(isTyped ? [] : [say('try.typeNotDocumented', { type: contentType })]),
    ...headers.flatMap(([name, value]) => (name === 'preference-applied' ? [say('try.applied', { value })] : [])),
    ...logInWords(outcome.logIn, say),
    ...(outcome.redirectedTo === null ? [] : [say('try.redirected', { url: outcome.redirectedTo })]),
    ...cutWords(outcome, say, limitMilliseconds),
  ];
  return [
    make(
      'p',
      {},
      statusOf(outcome),
      ` · ${say(documented === undefined ? 'try.notDocumented' : 'try.documented')}`,
      timeAndSize(outcome),
    ),
    ...notes.map((text) => make('p', {}, text)),
    ...differenceParts(compared, say),
    details(
      `${say('try.headers')} ${headers.length}`,
      ...(isElsewhere ? [hint(say('try.fewHeaders'))] : []),
      block(lines(headers).join('\n')),
    ),
    ...bodyParts(outcome, contentType, say),
    ...requests,
  ];
}

/** Shows a streamed response while it arrives, as text: up to {@link MOST_SHOWN} bytes. */
export function arrivingAnswer(place: HTMLElement): OnPart {
  const shown = block();
  const decoder = new TextDecoder();
  let room = MOST_SHOWN;
  return (answer, part) => {
    if (room === MOST_SHOWN && part.byteLength === 0)
      place.replaceChildren(make('p', {}, statusOf(answer)), make('figure', {}, shown));
    const { scrollHeight, scrollTop, clientHeight } = shown;
    shown.firstElementChild?.append(decoder.decode(part.subarray(0, room), { stream: true }));
    room = Math.max(0, room - part.byteLength);
    // The end stays in sight, unless the reader has scrolled away from it.
    if (scrollHeight - scrollTop - clientHeight < 1) shown.scrollTop = shown.scrollHeight;
  };
}

function statusOf(answer: Pick<Answer, 'status' | 'reason'>): HTMLElement {
  return make('b', { class: `pd-status pd-status-${Math.floor(answer.status / 100)}` }, statusLine(answer));
}

interface AnswerContext {
  readonly trial: Trial;
  readonly say: Say;
  readonly isElsewhere: boolean;
  /** Result of the comparison; null if the body was not compared. */
  readonly compared: Compared | null;
  readonly limitMilliseconds: number;
}

function logInWords(result: LogInResult, say: Say): readonly string[] {
  return result === 'none' ? [] : [say(`try.loggedIn.${result}`)];
}

function cutWords({ cut }: Answer, say: Say, limitMilliseconds: number): readonly string[] {
  const values = { seconds: secondsIn(limitMilliseconds), size: bytesIn(MOST_BYTES) };
  return cut === null ? [] : [say(`try.cut.${cut}`, values)];
}

function differenceParts(compared: Compared | null, say: Say): readonly Node[] {
  if (compared === null) return [];
  const { differences, isCut } = compared;
  if (differences.length === 0) return [make('p', {}, say(isCut ? 'try.partAsDescribed' : 'try.asDescribed'))];
  const rows = differences.map((difference) => make('li', {}, differenceWords(difference, say)));
  return [make('p', {}, make('b', {}, say('try.differences'))), make('ul', {}, ...rows)];
}

export function differenceWords({ kind, place, wanted, found, limit }: Difference, say: Say): string {
  return say(`try.difference.${kind}`, {
    place: place === '' ? say('try.wholeBody') : place,
    wanted: limit === undefined ? wanted : say(`demand.${limit}`, { value: wanted }),
    found,
  });
}

function bodyParts({ bytes }: Answer, contentType: string | null, say: Say): readonly Node[] {
  const body = answerText(bytes, contentType);
  const size = bytesIn(bytes.byteLength);
  switch (body.kind) {
    case 'empty':
      return [make('p', { class: 'pd-none' }, say('try.withoutBody'))];
    case 'binary':
      return [make('p', {}, say('try.binary', { size }), ' · ', download(bytes, contentType, say))];
    case 'text': {
      const shown = block(...(body.formatted === null ? [body.text] : coloured(body.formatted)));
      const caption = make('figcaption', {}, contentType ?? '', ' ', download(bytes, contentType, say));
      const { formatted, text } = body;
      if (formatted !== null && formatted !== text) caption.append(' ', ...formChoice(shown, formatted, text, say));
      const cut = body.isCut ? [make('p', {}, say('try.bodyCut', { size: bytesIn(MOST_SHOWN) }))] : [];
      return [make('figure', {}, caption, ...cut, shown)];
    }
    default:
      return body satisfies never;
  }
}

/** JSON in the colours of the examples on the page. */
function coloured(text: string): readonly (Node | string)[] {
  if (text.length > LONGEST_COLOURED.answer) return [text];
  return jsonPieces(text).map((piece) => {
    const colour = colourOf(piece);
    if (colour === null) return piece.text;
    return make(colour.element, colour.value === '' ? {} : { class: colour.value }, piece.text);
  });
}

/** Buttons that switch between the formatted and the received text. */
function formChoice(shown: HTMLElement, formatted: string, received: string, say: Say): readonly HTMLElement[] {
  const buttons = (
    [
      ['try.formatted', formatted],
      ['try.asReceived', received],
    ] as const
  ).map(([key, text]) => {
    const made = button(say(key), '', () => {
      shown.firstElementChild?.replaceChildren(...coloured(text));
      for (const other of buttons) other.ariaPressed = String(other === made);
    });
    made.ariaPressed = String(text === formatted);
    return made;
  });
  return buttons;
}

/** Link that downloads a body. It never opens the body, since content from a server must not run on this origin. */
function download(bytes: Uint8Array<ArrayBuffer>, contentType: string | null, say: Say): HTMLElement {
  const isJson = isJsonMediaType(contentType ?? '');
  const link = make('a', { download: isJson ? 'response.json' : 'response', href: '#' }, say('try.download'));
  link.addEventListener('click', () => {
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    link.href = url;
    setTimeout(() => {
      URL.revokeObjectURL(url);
      link.href = '#';
    }, RELEASE_MILLISECONDS);
  });
  return link;
}

/** Time after which the download has surely started, so that the object URL can be released. */
const RELEASE_MILLISECONDS = 10_000;

/** Block with the request line and headers of a request, and the status and log-in headers of its response. */
function stepBlock(step: Step): HTMLElement {
  const { method, url, headers, answerHeaders } = step;
  const { pathname, search, host } = new URL(url);
  const logIns = answerHeaders.filter(([name]) => name === 'www-authenticate' || name === 'authentication-info');
  return block(
    [`${method} ${pathname}${search}`, `Host: ${host}`, ...lines(headers), '', statusLine(step), ...lines(logIns)].join(
      '\n',
    ),
  );
}

/** Formats a number with its unit in the language of the page, with ASCII digits like all numbers of the page. */
function written(value: number, unit: string, most: number): string {
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang === '' ? 'en' : lang, {
    style: 'unit',
    unit,
    // Most languages have no symbol for the byte.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: most,
    numberingSystem: 'latn',
  }).format(value);
}

const STEP = 1024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function bytesIn(count: number): string {
  const at = count < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(count) / Math.log(STEP)));
  return written(count / STEP ** at, UNITS[at] ?? 'byte', at === 0 ? 0 : 1);
}

function millisecondsIn(milliseconds: number): string {
  return written(Math.round(milliseconds), 'millisecond', 0);
}

function secondsIn(milliseconds: number): string {
  return written(milliseconds / 1000, 'second', 1);
}

/** Maximum size of a body that is compared, in bytes; a larger body would freeze the page. */
const MOST_COMPARED = 1024 * 1024;

/** Compares a JSON response with its description; null if it is not comparable, or the description is not known. */
export function differencesOf(
  { outcome }: Exchange,
  { answers }: Trial,
  described: DescribedOperation | undefined,
): Compared | null {
  if (outcome.kind === 'failure' || outcome.cut !== null || outcome.bytes.byteLength > MOST_COMPARED) return null;
  const contentType = outcome.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const status = documentedStatus(answers, outcome.status);
  if (described === undefined || status === undefined || !isJsonMediaType(contentType)) return null;
  try {
    return described.answer(status, contentType, new TextDecoder().decode(outcome.bytes));
  } catch {
    // The body is not JSON.
    return null;
  }
}
