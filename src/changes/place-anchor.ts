import { ANY_NAME, anchorPart, variantPart } from '../presentation/anchors.ts';
import type { Step } from './change.ts';

/** Anchor of the innermost place that has one: `.body.author.first`. */
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
    case 'callback':
      return `callback.${anchorPart(step.name)}.${anchorPart(step.method.toLowerCase())}`;
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
