import type { AdminSite } from '../admin/contract.ts';
import { createTokens, type Tokens } from '../admin/tokens.ts';
import { type Attempts, createAttempts } from '../auth/attempts.ts';
import { type AuditLogRecord, type Configuration, inProject } from '../config/configuration.ts';
import { DEFAULT_THROTTLE } from '../config/sections/mvc-auth.ts';
import { LoopTurns } from '../threads/loop-turns.ts';
import {
  type AccessControlFactory,
  createAccessControlFactory,
  createProcessTools,
  type ProcessToolsOptions,
} from './access/access-control-factory.ts';
import {
  type AuditLog,
  createFileAuditLog,
  createOutputAuditLog,
  limitRefusals,
  noAuditLog,
} from './access/audit-log.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** Resources of the process that outlast changes of the configuration and the release. */
export interface ProcessResources {
  readonly factory: AccessControlFactory;
  readonly metrics: Metrics;
  readonly turns: LoopTurns;
  readonly auditLogOf: (record: AuditLogRecord) => AuditLog;
  /**
   * Log of changes by administrators: the audit log, or the server log if the audit log is off. The audit log is off by
   * default because log-ins are frequent; changes are rare.
   */
  readonly adminAuditLogOf: (record: AuditLogRecord) => AuditLog;
  /** Tokens of the administration forms. */
  readonly tokens: Tokens;
  readonly verifyPassword: AdminSite['verifyPassword'];
  /** Limits attempts when administrators test credentials. */
  readonly testAttemptsOf: (configuration: Configuration) => AdminSite['attemptsOf'];
  /** Limits requests of one client. @param name differs from names of adapters */
  readonly limitOf: (configuration: Configuration, name: string, limits: Configuration['throttle']) => Attempts;
  readonly schemes: ProcessToolsOptions['schemes'];
  readonly log: (message: string) => void;
  /** Stops adapters and threads; log-ins can no longer be checked. */
  close(): Promise<void>;
}

export function createProcessResources(projectFolder: string, options: ProcessToolsOptions): ProcessResources {
  const { log, schemes } = options;
  const tools = createProcessTools(options);
  const factory = createAccessControlFactory({ projectFolder, log, tools });
  let audit: { readonly key: string; readonly log: AuditLog } | undefined;
  const auditLogOf = (record: AuditLogRecord): AuditLog => {
    const key = JSON.stringify(record);
    if (audit?.key !== key) audit = { key, log: auditLogFor(record, projectFolder, log) };
    return audit.log;
  };
  const limitOf: ProcessResources['limitOf'] = (configuration, name, limits) =>
    createAttempts(name, tools.forConfiguration(configuration).state, limits);
  return {
    factory,
    metrics: createMetrics(),
    turns: new LoopTurns(),
    tokens: createTokens(Date.now),
    verifyPassword: (password, stored) => tools.passwords.verify(password, stored, [], ''),
    testAttemptsOf(configuration) {
      const { throttle } = configuration;
      // Even if log-ins are not limited, tests of credentials are, so that they cannot serve to guess passwords.
      const limits = throttle.failures === 0 ? DEFAULT_THROTTLE : throttle;
      // Adapter names contain no slash, so tests are counted separately from log-ins.
      return (adapter) => limitOf(configuration, `test/${adapter}`, limits);
    },
    limitOf,
    schemes,
    log,
    async close() {
      factory.close();
      await tools.close();
    },
    auditLogOf,
    adminAuditLogOf: (record) =>
      record.kind === 'off' ? createOutputAuditLog((line) => log(line.trimEnd())) : auditLogOf(record),
  };
}

function auditLogFor(record: AuditLogRecord, projectFolder: string, log: (message: string) => void): AuditLog {
  switch (record.kind) {
    case 'off':
      return noAuditLog;
    case 'output':
      return limitRefusals(createOutputAuditLog((line) => process.stdout.write(line)));
    case 'file':
      return limitRefusals(createFileAuditLog(inProject(projectFolder, record.path), log));
    default:
      return record satisfies never;
  }
}
