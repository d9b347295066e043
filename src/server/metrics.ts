import type { Site } from '../model/page/document.ts';
import { METRICS_PATH } from '../services/routing/reserved-paths.ts';
import type { SiteAnswer, SiteRequest } from './documentation/contract.ts';
import { readOnlyAnswer } from './documentation/read-only-answer.ts';
import { textAnswer } from './documentation/text-answer.ts';

/** Counters since the start of the process, as Prometheus reads them: text exposition format 0.0.4. */
export interface Metrics {
  /** One decision about credentials. */
  countAuthentication(adapter: string, outcome: string): void;
  /** One answer. */
  countRequest(status: number): void;
  /** @param gauges name → value, added at the end */
  write(gauges: ReadonlyMap<string, number>): string;
}

const FIELDS = [
  ...['Content-Type', 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control', 'no-store'],
  ...['X-Content-Type-Options', 'nosniff'],
];

/** @param write called when the counters are read. @returns null for other paths; a query asks for nothing else */
export function answerMetrics(request: SiteRequest, site: () => Site, write: () => string): SiteAnswer | null {
  if (request.target.split('?', 1)[0] !== METRICS_PATH) return null;
  return readOnlyAnswer(request, site, () => textAnswer(request.method, 200, FIELDS, write()));
}

export function createMetrics(): Metrics {
  const authentications = new Map<string, Map<string, number>>();
  // Their number is bounded: there are five classes of status codes.
  const requests = new Map<number, number>();
  return {
    countAuthentication(adapter, outcome) {
      const known = authentications.get(adapter);
      if (known === undefined) authentications.set(adapter, new Map([[outcome, 1]]));
      else add(known, outcome);
    },
    countRequest: (status) => add(requests, Math.floor(status / 100)),
    write(gauges) {
      const requestSamples = [...requests].map(([digit, value]) => [`status="${digit}xx"`, value] as const);
      const authenticationSamples = [...authentications].flatMap(([adapter, outcomes]) =>
        [...outcomes].map(
          ([outcome, value]) => [`adapter="${escapeLabel(adapter)}",outcome="${escapeLabel(outcome)}"`, value] as const,
        ),
      );
      const lines = [
        ...counter('platform_requests_total', 'Answers, by class of status code.', requestSamples),
        ...counter(
          'platform_authentications_total',
          'Decisions about credentials, by adapter and outcome.',
          authenticationSamples,
        ),
        ...[...gauges].flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

function add<K>(counters: Map<K, number>, key: K): void {
  counters.set(key, (counters.get(key) ?? 0) + 1);
}

function counter(
  name: string,
  help: string,
  samples: readonly (readonly [labels: string, value: number])[],
): readonly string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...samples.map(([labels, value]) => `${name}{${labels}} ${value}`),
  ];
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
