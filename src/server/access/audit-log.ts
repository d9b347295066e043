import { appendFile } from 'node:fs/promises';
import type { CredentialsTest } from '../../admin/contract.ts';
import type { AuthenticationResult, CredentialsRequest } from '../../auth/contract.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { visible } from '../../model/texts.ts';

/** One decision about credentials, or one change or test by an administrator. It contains no secret. */
interface AuditEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Id of the request, the same as in the access log. */
  readonly request?: string;
  /** Name in the configuration; if several adapters may decide, their names joined by commas. */
  readonly adapter: string;
  readonly client: string;
  /**
   * Null if the log-in was refused: the claimed name is not logged, since people type passwords into the wrong field.
   */
  readonly user: string | null;
  readonly outcome: 'authenticated' | 'rejected' | 'throttled' | 'unavailable' | 'forbidden' | 'changed' | 'tested';
  readonly cause?: string;
  readonly change?: { readonly action: string; readonly target: string; readonly file: string };
  /** Credentials that an administrator tested, and the result. */
  readonly test?: CredentialsTest;
  /** Number of refused log-ins of the client in the last minute that were not logged. */
  readonly leftOut?: number;
}

export type AuditLog = (entry: AuditEntry) => void;

/** Audit log that writes nothing. */
export const noAuditLog: AuditLog = () => undefined;

const REMEDY = 'Allow the server to write there, or correct platform-server.audit_log.';

/** Maximum lines that wait while others are written; further lines are only counted. */
const MOST_PENDING_LINES = 10_000;

/** Maximum lines about refused log-ins of one client in a minute; we chose the value. */
const MOST_REFUSALS = 60;
const MINUTE_MILLISECONDS = 60_000;
const REFUSALS: ReadonlySet<AuditEntry['outcome']> = new Set(['rejected', 'throttled', 'unavailable']);

/** Limits the lines per minute about refused log-ins of one client; one more line gives the number left out. */
export function limitRefusals(audit: AuditLog): AuditLog {
  const counts = new Map<string, number>();
  const endMinute = (): void => {
    const time = new Date().toISOString();
    for (const [client, count] of counts)
      if (count > MOST_REFUSALS)
        audit({ time, adapter: '', client, user: null, outcome: 'rejected', leftOut: count - MOST_REFUSALS });
    counts.clear();
  };
  return (entry) => {
    if (!REFUSALS.has(entry.outcome)) return audit(entry);
    if (counts.size === 0) setTimeout(endMinute, MINUTE_MILLISECONDS).unref();
    const client = clientNetwork(entry.client);
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    if (count <= MOST_REFUSALS) audit(entry);
  };
}

/**
 * Appends each entry to a file as a line of JSON; only the owner can read a new file. Of several write errors in a row,
 * only the first is reported.
 */
export function createFileAuditLog(file: string, report: (message: string) => void): AuditLog {
  /** Lines to write. The first is empty, so that an unwritable file is reported before an entry is lost. */
  let pending = [''];
  let dropped = 0;
  let writing = false;
  let failing = false;

  const drain = async (): Promise<void> => {
    writing = true;
    while (pending.length > 0) {
      const lines = pending;
      pending = [];
      if (dropped > 0) lines.push(`${JSON.stringify({ time: new Date().toISOString(), dropped })}\n`);
      dropped = 0;
      try {
        await appendFile(file, lines.join(''), { mode: 0o600 });
        failing = false;
      } catch (error) {
        if (!failing)
          report(
            `The audit log cannot be written: ${error instanceof Error ? error.message : String(error)}. ${REMEDY}`,
          );
        failing = true;
      }
    }
    writing = false;
  };

  void drain();
  return (entry) => {
    if (pending.length >= MOST_PENDING_LINES) {
      dropped += 1;
      return;
    }
    pending.push(lineOf(entry));
    if (!writing) void drain();
  };
}

/** Writes each entry to standard output, as a line of JSON. */
export function createOutputAuditLog(write: (line: string) => void): AuditLog {
  return (entry) => write(lineOf(entry));
}

/** Formats one JSON line. Control characters that JSON does not escape but terminals interpret are made visible. */
function lineOf(entry: AuditEntry): string {
  return `${visible(JSON.stringify(entry))}\n`;
}

/** Creates the entry of a decision. @param adapter adapter that accepted the user, otherwise all adapters asked */
export function auditEntryOf(
  result: Exclude<AuthenticationResult, { kind: 'guest' }>,
  adapter: string,
  { client, notes }: Pick<CredentialsRequest, 'client' | 'notes'>,
  time: number,
): AuditEntry {
  const common = { time: new Date(time).toISOString(), ...(notes && { request: notes.id }), adapter, client };
  switch (result.kind) {
    case 'authenticated':
      return { ...common, user: result.identity.name, outcome: 'authenticated' };
    case 'rejected':
      return { ...common, user: null, outcome: 'rejected', cause: result.cause };
    case 'throttled':
    case 'unavailable':
      return { ...common, user: null, outcome: result.kind };
    default:
      return result satisfies never;
  }
}
