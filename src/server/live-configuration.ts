import { fingerprint } from '../build/fingerprint.ts';
import { CONFIGURATION_FOLDER } from '../config/configuration-files.ts';
import { closesEverything, formatProblem } from '../config/problem.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import { readConfiguration } from '../config/read-configuration.ts';

const POLL_MILLISECONDS = 1000;

export interface LiveConfiguration {
  /** Another object after every change; with problems that close single adapters and APIs, none that close everything. */
  current(): ConfigurationReading;
  close(): void;
}

/** The configuration cannot be used at all; one line a problem. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Follows `config/autoload`. A change that makes it unusable is reported, all problems at once, and the configuration before it stays.
 * @param changed told of each configuration that took the place of another
 * @throws {@link ConfigurationError} when it cannot be used at the start
 */
export function followConfiguration(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
  report: (message: string) => void,
  changed: () => void,
): LiveConfiguration {
  const stampNow = (): string => fingerprint(projectFolder, [CONFIGURATION_FOLDER]);
  // Taken before reading: a change while reading is seen at the next look.
  let stamp = stampNow();
  let reading = readConfiguration(projectFolder, environment);
  const fatal = reading.problems.filter(closesEverything);
  if (fatal.length > 0) throw new ConfigurationError(reading.problems.map(formatProblem).join('\n'));
  for (const problem of reading.problems) report(formatProblem(problem));

  const timer = setInterval(() => {
    const next = stampNow();
    if (next === stamp) return;
    stamp = next;
    const candidate = readConfiguration(projectFolder, environment);
    for (const problem of candidate.problems) report(formatProblem(problem));
    if (candidate.problems.some(closesEverything)) {
      report('The configuration was not taken over; the one before stays.');
      return;
    }
    reading = candidate;
    changed();
  }, POLL_MILLISECONDS);
  timer.unref();
  return { current: () => reading, close: () => clearInterval(timer) };
}
