import { type Words, wordsOf } from '../../words/words.ts';

/** Sentences that other parts of the server write in English, since they know no pages and no languages. */
const SENTENCES = [
  'problem.tooManyFailures',
  'problem.loginsUnavailable',
  'problem.nothingAtPath',
  'problem.notAcceptable',
  'problem.forged',
  'problem.unreadablePath',
  'problem.severalVersions',
  'problem.escapedSlash',
  'problem.noServiceWorker',
  'problem.noAddress',
  'problem.bodyMissing',
  'problem.bodyCompressed',
  'problem.bodyTooSlow',
  'problem.bodyRefused',
  'problem.bodyNotText',
  'problem.bodyNotJson',
  'problem.bodyInvalid',
  'problem.tooBusy',
  'problem.tooManyRequests',
  'problem.notPassedOn',
  'problem.upstreamLate',
  'problem.upstreamUnreachable',
  'problem.upstreamHeader',
] as const;

type SayWith = (words: Words, value: string) => string;

/** The same with a figure or names in them. */
const WITH_VALUE: readonly SayWith[] = [
  (words, methods) => words.say('problem.methodsHere', { methods }),
  (words, types) => words.say('problem.bodyMayBe', { types }),
  (words, bytes) => words.say('problem.bodyTooLarge', { bytes }),
  (words, levels) => words.say('problem.bodyNested', { levels }),
];

const english = wordsOf({});
const keyOf: ReadonlyMap<string, (typeof SENTENCES)[number]> = new Map(
  SENTENCES.map((key) => [english.say(key), key] as const),
);
/** Placeholder that no sentence contains. */
const VALUE = '\0';
const around = WITH_VALUE.map((say) => {
  const [before = '', after = ''] = say(english, VALUE).split(VALUE);
  return { say, before, after };
});

/** The detail of a problem in the language of a page; as it is where no page has words for it. */
export function detailFor(detail: string, words: Words): string {
  const key = keyOf.get(detail);
  if (key !== undefined) return words.say(key);
  for (const { say, before, after } of around)
    if (detail.startsWith(before) && detail.endsWith(after) && detail.length > before.length + after.length)
      return say(words, detail.slice(before.length, detail.length - after.length));
  return detail;
}
