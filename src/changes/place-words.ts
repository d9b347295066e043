import { ANY_NAME, anchorPart, callbackPart, variantPart } from '../presentation/anchors.ts';
import { PLACED_NAMES } from '../presentation/messages/values.ts';
import type { Phrase } from '../words/phrase.ts';
import type { Words } from '../words/words.ts';
import type { Step } from './change.ts';

/** Formats a place as `request body › author.first`, with field names joined by dots. */
export function placeWords(steps: readonly Step[], words: Words): Phrase {
  const parts: Phrase[] = [];
  let path = '';
  const endPath = (): void => {
    if (path !== '') parts.push([{ code: path }]);
    path = '';
  };
  for (const step of steps) {
    if (step.kind === 'field') path += path === '' ? step.name : `.${step.name}`;
    else if (step.kind === 'items') path += '[]';
    else {
      endPath();
      parts.push(stepWords(step, words));
    }
  }
  endPath();
  const [start = [], ...rest] = parts;
  return rest.reduce((outer, inner) => words.sentence('changedPlace.join', { outer, inner }), start);
}

function stepWords(step: Step, words: Words): Phrase {
  switch (step.kind) {
    case 'parameter':
      return words.sentence(PLACED_NAMES[step.in], { name: [{ code: step.name }] });
    case 'body':
      return [words.say('changedPlace.body')];
    case 'response':
      return words.sentence('changedPlace.response', { status: [{ code: step.status }] });
    case 'media':
      return words.sentence('changedPlace.media', { types: words.codes('list.comma', step.types) });
    case 'position':
      return [words.say('changedPlace.position', { number: step.index + 1 })];
    case 'names':
      return step.pattern === null
        ? [words.say('changedPlace.names')]
        : words.sentence('changedPlace.matching', { pattern: [{ code: step.pattern }] });
    case 'callback':
      return words.sentence('changedPlace.callback', { name: [{ code: step.name }], method: step.method });
    case 'field':
      return [{ code: step.name }];
    case 'items':
      return [{ code: '[]' }];
    case 'header':
    case 'link':
    case 'variant':
    case 'scheme':
    case 'guide':
    case 'tag':
      return words.sentence(`changedPlace.${step.kind}`, { name: [{ code: step.name }] });
    default:
      return step satisfies never;
  }
}

/** Suffix of an anchor from the steps before the first one without an anchor: `.body.author.first`. */
export function anchorOf(steps: readonly Step[]): string {
  let anchor = '';
  for (const step of steps) {
    const part = anchorPartOf(step);
    if (part === null) return anchor;
    anchor += `.${part}`;
  }
  return anchor;
}

function anchorPartOf(step: Step): string | null {
  switch (step.kind) {
    case 'parameter':
      return `${step.in}.${anchorPart(step.name)}`;
    case 'body':
      return 'body';
    case 'response':
      return anchorPart(step.status);
    case 'header':
      return `header.${anchorPart(step.name)}`;
    case 'field':
      return anchorPart(step.name);
    case 'variant':
      return variantPart(step.name);
    case 'items':
    case 'names':
      return ANY_NAME;
    case 'position':
      return String(step.index);
    case 'callback': {
      const part = callbackPart(step.name, step.method);
      return step.number === undefined ? part : `${part}~${step.number}`;
    }
    case 'media':
    case 'link':
    case 'scheme':
    case 'guide':
    case 'tag':
      return null;
    default:
      return step satisfies never;
  }
}
