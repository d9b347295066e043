import type { Shape } from '../../presentation/fields/field-shape.ts';
import {
  type CallView,
  notSentWords,
  type RequestView,
  type ResponseView,
} from '../../presentation/messages/call-view.ts';
import type { CallbackView } from '../../presentation/messages/callback-view.ts';
import type { BodyView } from '../../presentation/messages/message-view.ts';
import type { SharedStatus } from '../../presentation/services/api-view.ts';
import type { Words } from '../../words/words.ts';
import { attribute, type Content, html, type Markup } from '../html.ts';
import { exampleFigure } from './code.ts';
import { fieldList, foldControls, proseOrBody, shapeDetails, shapeFacts } from './shape.ts';
import { description, foldedDescription, marks, method, more, name, named, sentence, status } from './texts.ts';

/**
 * Request of an operation: parameters and bodies.
 * @param missing sentences about parts that are not sent; null for a part that other text describes
 */
export function requestParts(
  { anchor, parameters, request }: CallView,
  missing: readonly (string | null)[],
  words: Words,
): Content {
  const notSent = missing.filter((text) => text !== null);
  return [
    notSent.length > 0 && html`<p class="pd-none">${notSent.join(' ')}</p>`,
    parameters.map(({ title, rows }, index) => [
      html`<h4${attribute('id', index === 0 && `${anchor}.parameters`)}>${title}</h4>`,
      fieldList(rows, words),
    ]),
    request !== null && requestSection(request, words),
  ];
}

function requestSection({ id, required, text, bodies }: RequestView, words: Words): Markup {
  const types = bodies.length === 1 ? (bodies[0]?.mediaTypes ?? []) : [];
  // A long text is folded so that the fields below it stay visible.
  const describe = bodies.length > 0 ? foldedDescription : undefined;
  return html`
    <section id="${id}">
      <h4>
        ${words.say('operation.requestBody')}${' '}
        ${types.map((type, index) => [index > 0 && ', ', html`<code>${type}</code>`])}${' '}
        ${required && html`<em>${words.say('field.required')}</em>`}${' '}
        ${factsOfOnly(bodies, words)}
      </h4>
      ${text !== null && proseOrBody(text, words, describe)}
      ${text === null && bodies.length === 0 && withoutDescription(words)}
      ${bodyParts(bodies, text, words)}
    </section>`;
}

function withoutDescription(words: Words): Markup {
  return html`<p class="pd-none">${words.say('none.description')}</p>`;
}

/**
 * Bodies of a message; each has a heading if media types have different schemas. The heading of the message shows the
 * facts of an only body ({@link factsOfOnly}).
 * @param said text above the bodies; an equal description is omitted
 */
function bodyParts(bodies: readonly BodyView[], said: string | null, words: Words): Content {
  return bodies.map((body) => [
    bodies.length > 1 &&
      html`
    <p class="pd-types">
      ${body.mediaTypes.map((type) => [html`<code>${type}</code>`, ' '])}
      ${factsOf(body, words)}
    </p>`,
    body.shape === null ? withoutDescription(words) : bodyShape(withoutSaid(body.shape, said), words),
  ]);
}

/** Facts of the only body of a message, for the line of its heading. */
function factsOfOnly([body, ...others]: readonly BodyView[], words: Words): Content {
  return body !== undefined && others.length === 0 && factsOf(body, words);
}

function factsOf({ shape, isStream, encoding }: BodyView, words: Words): Content {
  if (shape === null) return null;
  const facts = isStream ? sequenceOf(shape, words) : shapeFacts(shape, words);
  return html`<span class="pd-t">· ${facts}${encoding.map((fact) => [' · ', sentence(fact)])}</span>`;
}

function withoutSaid(shape: Shape, said: string | null): Shape {
  return { ...shape, descriptions: shape.descriptions.filter((text) => text.trim() !== said?.trim()) };
}

function bodyShape(shape: Shape, words: Words): Markup {
  return html`
    <div class="pd-b">
      ${foldControls(shape, words)}
      ${shapeDetails(shape, words)}
    </div>`;
}

function sequenceOf(shape: Shape, words: Words): Content {
  return words
    .sentence('message.sequenceOf', { type: [{ code: '' }] })
    .map((part) => (typeof part === 'string' ? part : shapeFacts(shape, words)));
}

/** Responses of an operation. */
export function responseParts({ anchor, responses, responseText }: CallView, words: Words): Content {
  return [
    html`<h4 id="${anchor}.responses">${words.say('operation.responses')}</h4>`,
    responseText !== null && proseOrBody(responseText, words),
    responses.length === 0 && html`<p class="pd-none">${words.say('none.responses')}</p>`,
    responses.map((response) => responseSection(response, words)),
  ];
}

/** Section of a response. @param statuses on the overview, all statuses that share this response */
export function responseSection(response: ResponseView, words: Words, statuses?: readonly SharedStatus[]): Markup {
  const level = statuses === undefined ? 5 : 3;
  // Fields precede headers: readers look for the fields, while headers are often equal in all responses.
  const { id, title, isBare, shared, bodies, headers, links } = response;
  const types = bodies.length === 1 ? (bodies[0]?.mediaTypes ?? []) : [];
  const mediaTypes = [types.map((type) => html`${' '}<code>${type}</code>`), ' ', factsOfOnly(bodies, words)];
  const subheading = (key: 'message.headers' | 'message.links'): Markup =>
    level === 3 ? html`<h4>${words.say(key)}</h4>` : html`<h6>${words.say(key)}</h6>`;
  const fieldsElsewhere =
    shared !== null &&
    html`${' '}<span>· ${shared.words} · <a href="${shared.href}">${words.say('message.fieldsOnOverview')}</a></span>`;
  return html`
    <section${attribute('id', statuses === undefined && id)} class="pd-r">
      ${statuses === undefined && html`<h5>${status(title)}${mediaTypes}${fieldsElsewhere}</h5>`}
      ${statuses?.map(
        (one) => html`
      <h3 id="${one.id}">
        ${status(one.title)}
        ${statuses.length === 1 && mediaTypes}${' '}
        <span>· ${one.count}</span>
      </h3>`,
      )}
      ${(statuses?.length ?? 0) > 1 && types.length > 0 && html`<p class="pd-types">${mediaTypes}</p>`}
      ${description(response.description, level, words)}
      ${isBare && withoutDescription(words)}
      ${bodyParts(bodies, response.description, words)}
      ${headers.length > 0 && [subheading('message.headers'), fieldList(headers, words)]}
      ${links.length > 0 && [subheading('message.links'), linkList(links, level, words)]}
    </section>`;
}

function linkList(links: ResponseView['links'], level: number, words: Words): Markup {
  const titleOf = ({ name: own, target }: ResponseView['links'][number]): Content =>
    target === ''
      ? name(own)
      : named(words.sentence('message.linkTo', { name: [{ code: own }], target: [{ code: target }] }));
  return html`
    <ul>
      ${links.map(
        (link) => html`
      <li>
        ${titleOf(link)}
        ${link.facts.map((fact) => [' · ', sentence(fact)])}
        ${description(link.description, level, words)}
      </li>`,
      )}
    </ul>`;
}

/** Section of a callback, shown like an operation, with its examples below it. */
export function callbackSection(callback: CallbackView, words: Words): Markup {
  const { anchor, heading, operationId, caller, documentation, request, responses } = callback;
  const missing = notSentWords(callback, callback.method, words);
  const examples = [
    ...(request?.examples ?? []).map((example) => ({ example, of: words.say('operation.requestBody') })),
    ...responses.flatMap(({ title, examples }) => examples.map((example) => ({ example, of: title }))),
  ];
  const facts = html`
    <p class="pd-marks">
      ${marks(
        callback.marks.map((text) => ({ text, href: null })),
        words,
      )}
      ${operationId !== null && html`<span>operationId${' '}<code>${operationId}</code></span>`}
    </p>`;
  return html`
    <section class="pd-callback" id="${anchor}">
      <h4>${named(words.sentence('operation.callback', { name: [{ code: heading }] }))}</h4>
      <p dir="ltr">${method(callback.method)}${' '}<code>${callback.expression}</code></p>
      ${(callback.marks.length > 0 || operationId !== null) && facts}
      ${caller !== null && html`<p class="pd-access pd-unsaid"><span class="pd-who">${sentence(caller)}</span></p>`}
      ${description(callback.description, 4, words)}
      ${documentation !== null && html`<p>${more(documentation, words)}</p>`}
      ${requestParts(callback, [missing.parameters, missing.body], words)}
      ${responseParts(callback, words)}
      ${examples.length > 0 && html`<h4>${words.say('example.titles')}</h4>`}
      ${examples.map(({ example, of }) => exampleFigure(example, of, words))}
    </section>`;
}
