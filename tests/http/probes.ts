import type { Probe } from './probe.ts';
import { cachingProbes } from './probes/caching-probes.ts';
import { conditionProbes } from './probes/condition-probes.ts';
import { formatProbes } from './probes/format-probes.ts';
import { hostilePathProbes } from './probes/hostile-path-probes.ts';
import { methodProbes, slashProbes } from './probes/method-probes.ts';
import { nameProbes } from './probes/name-probes.ts';
import { choiceProbes, notAcceptableProbes } from './probes/negotiation-probes.ts';
import { representationProbes } from './probes/representation-probes.ts';

/** The one table: the pure handler, the development server and the built server must all agree with it. */
export const probes: readonly Probe[] = [
  ...formatProbes,
  ...choiceProbes,
  ...representationProbes,
  ...notAcceptableProbes,
  ...methodProbes,
  ...slashProbes,
  ...nameProbes,
  ...hostilePathProbes,
  ...cachingProbes,
  ...conditionProbes,
];
