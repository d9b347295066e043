import { type Configuration, waitingForBuild } from '../config/configuration.ts';
import { configurationStamp } from '../config/configuration-files.ts';
import type { ConfigurationReader, ConfigurationReading } from '../config/read-configuration.ts';
import { closesEverything, formatProblem } from '../options/problem.ts';
import { speakingFiles } from '../project/closed-at-build.ts';
import { createConfigurationReader } from '../project/configuration.ts';

const POLL_MILLISECONDS = 1000;

export interface LiveConfiguration {
  /** Returns the active reading, a new object after every change. Its problems close single adapters or APIs only. */
  current(): ConfigurationReading;
  /** Reads the current files. */
  readonly read: ConfigurationReader;
  /** Reasons why the current files are not active, in addition to their own problems. */
  refusal(): readonly string[];
  /** Applies immediately the changes that this process has written. */
  reload(): ConfigurationReading;
  close(): void;
}

/** Thrown if the configuration is unusable; the message has one line per problem. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Follows `config/autoload`. A change is applied once the files have stayed the same from one poll to the next, so that
 * half-written files are not read. A change that makes the configuration unusable is reported with all its problems,
 * and the previous configuration stays active. The same applies while a file that had content is missing or empty, for
 * example during its replacement: everything that it protects would be open. A restart applies such a change.
 * @param changed called after each change of the active configuration
 * @throws {@link ConfigurationError} if the configuration is unusable at startup
 */
export function followConfiguration(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
  report: (message: string) => void,
  changed: () => void,
): LiveConfiguration {
  // Computed before reading, so that the next poll notices a change made while reading.
  let taken = configurationStamp(projectFolder);
  let seen = taken;
  const read = createConfigurationReader(projectFolder, environment);
  let reading = read();
  const fatal = reading.problems.filter(closesEverything);
  if (fatal.length > 0) throw new ConfigurationError(reading.problems.map(formatProblem).join('\n'));
  for (const problem of reading.problems) report(formatProblem(problem));

  const first = reading.configuration;
  let waiting: string | undefined;
  let isRefused = false;
  let refusal: readonly string[] = [];
  const takeOver = (stamp: string): void => {
    taken = stamp;
    const candidate = read();
    for (const problem of candidate.problems) report(formatProblem(problem));
    const lost = lostFiles(reading, candidate);
    refusal = linesOfLost(lost, candidate);
    for (const line of refusal) report(line);
    if (lost.length > 0 || candidate.problems.some(closesEverything)) {
      report('The new configuration is not used; the one before stays active.');
      isRefused = true;
      return;
    }
    // Only the correction of a refused change is confirmed; the effect of other changes is visible.
    if (isRefused) report('The new configuration is active.');
    isRefused = false;
    const [line, before] = [lineOfWaiting(first, candidate), waiting];
    waiting = line;
    if (line !== undefined && line !== before) report(line);
    // The reader returns the same object for unchanged files; a copy makes callers retry a failed composition.
    reading = candidate === reading ? { ...candidate } : candidate;
    changed();
  };

  const timer = setInterval(() => {
    const stamp = configurationStamp(projectFolder);
    const isSettled = stamp === seen;
    seen = stamp;
    if (isSettled && stamp !== taken) takeOver(stamp);
  }, POLL_MILLISECONDS);
  timer.unref();
  return {
    current: () => reading,
    read,
    refusal: () => refusal,
    reload() {
      takeOver(configurationStamp(projectFolder));
      return reading;
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Names the changes that take effect only with the next build; undefined if there are none.
 * @param first configuration that the server was started with
 */
function lineOfWaiting(first: Configuration, after: ConfigurationReading): string | undefined {
  const waiting = waitingForBuild(first, after.configuration);
  if (waiting.length === 0) return undefined;
  const files = new Set(waiting.map((keys) => after.fileOf(keys)));
  const changed = waiting.map((keys) => keys.join('.'));
  const where = `${[...files].join(', ')}: ${changed.join(', ')}`;
  return `${where}: The change takes effect with the next build. Run "platform-docs build".`;
}

/**
 * Lists the reasons why a reading must not be used, one line each; empty if it may be used.
 * @param before the active reading; null: there is none yet
 */
export function reasonsAgainst(
  candidate: ConfigurationReading,
  before: ConfigurationReading | null,
): readonly string[] {
  const fatal = candidate.problems.filter(closesEverything).map(formatProblem);
  return before === null ? fatal : [...fatal, ...linesOfLost(lostFiles(before, candidate), candidate)];
}

/** Remedy for a file that was removed on purpose: what it protected stays closed until the next build. */
const TO_WITHDRAW = 'to go on without it, run "platform-docs build" and restart the server.';

function linesOfLost(lost: readonly string[], candidate: ConfigurationReading): readonly string[] {
  return lost
    .filter((file) => !isExplained(file, candidate))
    .map((path) => `${path}: The file is missing or empty. Put it back; ${TO_WITHDRAW}`);
}

/** Whether a reported problem already explains the lost file: an unreadable file counts as lost, too. */
function isExplained(file: string, { problems }: ConfigurationReading): boolean {
  return problems.some((problem) => problem.file === file && problem.path === '');
}

/** Files that had content and are now missing or empty. */
function lostFiles(before: ConfigurationReading, after: ConfigurationReading): readonly string[] {
  const speaking = new Set(speakingFiles(after));
  return speakingFiles(before).filter((file) => !speaking.has(file));
}
