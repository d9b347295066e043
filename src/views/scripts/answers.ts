import { answerParts, arrivingAnswer, differencesOf, differenceWords, summaryOf } from './trying/answer.ts';

/** Parts of the panel for trying operations that show what comes of a request, loaded when the panel is opened. */
const parts = { answerParts, arrivingAnswer, differencesOf, differenceWords, summaryOf };

declare global {
  /** Parts for the panel. Bundled scripts share no modules, so they are passed through a global. */
  var platformAnswerParts: typeof parts | undefined;
}

export type AnswerParts = typeof parts;

globalThis.platformAnswerParts = parts;
