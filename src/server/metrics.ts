import type { Site } from '../presentation/page-data/site.ts';
import { METRICS_PATH } from '../services/routing/base-paths.ts';
import { textAnswer } from './answers/bytes-answers.ts';
import type { SiteAnswer, SiteRequest } from './answers/contract.ts';
import { readOnlyAnswer } from './answers/problem-answer.ts';

/** Counters since the start of the process, in the Prometheus text format 0.0.4. */
export interface Metrics {
  /** Counts one decision about credentials. */
  countAuthentication(adapter: string, outcome: string): void;
  /** Counts one answer. @param part part of the site */
  countRequest(part: string, status: number, seconds: number): void;
  /** Formats all metrics. @param about labels with version and release @param gauges name → value, written last */
  write(about: Readonly<Record<string, string>>, gauges: ReadonlyMap<string, number>): string;
}

/** Upper bounds of the histogram: documentation takes milliseconds; upstreams and large documents take seconds. */
const BOUNDS_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const;

interface Durations {
  /** Number of answers up to each bound. */
  readonly upTo: number[];
  count: number;
  sum: number;
}

const FIELDS = [
  ...['Content-Type', 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control', 'no-store'],
  ...['X-Content-Type-Options', 'nosniff'],
];

/** Answers the path of the metrics, with or without a query; null for other paths. @param write formats the metrics */
export function answerMetrics(request: SiteRequest, site: () => Site, write: () => string): SiteAnswer | null {
  if (request.target.split('?', 1)[0] !== METRICS_PATH) return null;
  return readOnlyAnswer(request, site, () => textAnswer(request.method, 200, FIELDS, write()));
}

export function createMetrics(): Metrics {
  const authentications = new Map<string, Map<string, number>>();
  // Keys are the classes of status codes: 2 for 2xx.
  const requests = new Map<number, number>();
  const durations = new Map<string, Durations>();
  return {
    countAuthentication(adapter, outcome) {
      const known = authentications.get(adapter);
      if (known === undefined) authentications.set(adapter, new Map([[outcome, 1]]));
      else add(known, outcome);
    },
    countRequest(part, status, seconds) {
      add(requests, Math.floor(status / 100));
      const known = durations.get(part) ?? { upTo: BOUNDS_SECONDS.map(() => 0), count: 0, sum: 0 };
      durations.set(part, known);
      known.count += 1;
      known.sum += seconds;
      for (const [index, bound] of BOUNDS_SECONDS.entries())
        if (seconds <= bound) known.upTo[index] = (known.upTo[index] ?? 0) + 1;
    },
    write(about, gauges) {
      const requestSamples = [...requests].map(([digit, value]) => [`status="${digit}xx"`, value] as const);
      const authenticationSamples = [...authentications].flatMap(([adapter, outcomes]) =>
        [...outcomes].map(
          ([outcome, value]) => [`adapter="${escapeLabel(adapter)}",outcome="${escapeLabel(outcome)}"`, value] as const,
        ),
      );
      const lines = [
        '# HELP platform_build_info The release and the version of the product that are served.',
        '# TYPE platform_build_info gauge',
        `platform_build_info{${Object.entries(about)
          .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
          .join()}} 1`,
        ...counter('platform_requests_total', 'Answers, by class of status code.', requestSamples),
        ...counter(
          'platform_authentications_total',
          'Decisions about credentials, by adapter and outcome.',
          authenticationSamples,
        ),
        ...histogram(durations),
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

function histogram(durations: ReadonlyMap<string, Durations>): readonly string[] {
  const name = 'platform_request_duration_seconds';
  return [
    `# HELP ${name} Time until an answer was sent, by part of the site.`,
    `# TYPE ${name} histogram`,
    ...[...durations].flatMap(([part, { upTo, count, sum }]) => [
      ...BOUNDS_SECONDS.map((bound, index) => `${name}_bucket{part="${part}",le="${bound}"} ${upTo[index]}`),
      `${name}_bucket{part="${part}",le="+Inf"} ${count}`,
      `${name}_sum{part="${part}"} ${sum}`,
      `${name}_count{part="${part}"} ${count}`,
    ]),
  ];
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
