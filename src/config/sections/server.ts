import type { AuditLogRecord, Configuration } from '../configuration.ts';
import { filePath, flag, line } from '../scalars.ts';
import type { MapOf, Schema } from '../schema.ts';
import { map } from '../schema.ts';

const logFile = filePath("false, '-' for standard output, or a path such as data/audit.log");

const auditLog: Schema<AuditLogRecord> = {
  expected: logFile.expected,
  read(sourced, place) {
    if (sourced.kind === 'value' && sourced.value === false) return { kind: 'off' };
    const path = logFile.read(sourced, place);
    if (path === undefined) return undefined;
    return path === '-' ? { kind: 'output' } : { kind: 'file', path };
  },
};

const serverKeys = { metrics: flag, audit_log: auditLog };

/** `platform-server`. */
export const serverSection = map(serverKeys);

export function toServer(section: MapOf<typeof serverKeys> | undefined): Pick<Configuration, 'metrics' | 'auditLog'> {
  return { metrics: section?.metrics ?? false, auditLog: section?.audit_log ?? { kind: 'off' } };
}

/** `platform-admin`. */
export const adminSection = map({ adapter: line('the name of an adapter') });
