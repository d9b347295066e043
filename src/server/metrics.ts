import type { BytesAnswer } from './documentation/contract.ts';

/** Counters since the start of the process, as Prometheus reads them: text exposition format 0.0.4. */
export interface Metrics {
  /** One decision about credentials. */
  countAuthentication(adapter: string, outcome: string): void;
  /** One answer. */
  countRequest(status: number): void;
  /** @param gauges name → value, added at the end */
  write(gauges: ReadonlyMap<string, number>): string;
}

export const METRICS_PATH = '/metrics';
const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsAnswer(text: string): BytesAnswer {
  const body = new TextEncoder().encode(text);
  const headers = ['Content-Type', MEDIA_TYPE, 'Content-Length', String(body.byteLength), 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  return { kind: 'bytes', status: 200, headers, body };
}

export function createMetrics(): Metrics {
  const authentications = new Map<string, number>();
  const requests = new Map<string, number>();
  const add = (counters: Map<string, number>, labels: string): void => void counters.set(labels, (counters.get(labels) ?? 0) + 1);
  return {
    countAuthentication: (adapter, outcome) => add(authentications, `adapter="${escapeLabel(adapter)}",outcome="${escapeLabel(outcome)}"`),
    // Labels come from us, so their number is bounded: there are five classes of status codes.
    countRequest: (status) => add(requests, `status="${Math.floor(status / 100)}xx"`),
    write(gauges) {
      const lines = [
        ...counter('platform_requests_total', 'Answers, by class of status code.', requests),
        ...counter('platform_authentications_total', 'Decisions about credentials, by adapter and outcome.', authentications),
        ...[...gauges].flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

function counter(name: string, help: string, counters: ReadonlyMap<string, number>): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...[...counters].map(([labels, value]) => `${name}{${labels}} ${value}`)];
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
