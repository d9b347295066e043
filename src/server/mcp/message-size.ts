/** What programs say of themselves is an object or two deep, and so are arguments. */
const MOST_LEVELS = 32;
const MOST_VALUES = 1000;

/**
 * Why a message is refused before anything looks at its values, whose checks go into every one of them; undefined where
 * it is not.
 */
export function problemOfSize(message: unknown): string | undefined {
  let level: unknown[] = [message];
  for (let levels = 0, count = 1; level.length > 0; levels += 1) {
    if (levels > MOST_LEVELS) return `the message is nested more than ${MOST_LEVELS} levels deep.`;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    count += level.length;
    if (count > MOST_VALUES) return `the message has more than ${MOST_VALUES} values.`;
  }
  return undefined;
}
