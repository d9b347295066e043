import { forwardingTools } from '../../trying/forward.ts';
import { answerParts, arrivingAnswer, differencesOf, differenceWords, summaryOf } from './trying/answer.ts';

/** Parts of the panel that a request needs and its form does not, loaded when the panel is opened. */
const parts = { answerParts, arrivingAnswer, differencesOf, differenceWords, forwardingTools, summaryOf };

declare global {
  /** Parts for the panel. Bundled scripts share no modules, so they are passed through a global. */
  var platformAnswerParts: typeof parts | undefined;
}

export type AnswerParts = typeof parts;

globalThis.platformAnswerParts = parts;
