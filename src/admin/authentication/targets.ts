import { formatTarget } from '../../config/api-target.ts';
import type { Configuration } from '../../config/configuration.ts';
import type { AdminSite } from '../contract.ts';

/** `Library`, `Library-v1`: all that an adapter can be mapped to. */
export function targetsOf({ apis, reading }: AdminSite): readonly string[] {
  const written = reading.configuration.authentication.map.map(formatTarget);
  return [
    ...new Set([...apis.flatMap(({ name, version }) => [name, formatTarget({ api: name, version })]), ...written]),
  ];
}

/** The adapter that is mapped to exactly this. */
export function mappedTo({ reading }: AdminSite, target: string): string | undefined {
  return mappedIn(reading.configuration, target);
}

export function mappedIn({ authentication }: Configuration, target: string): string | undefined {
  return authentication.map.find((entry) => formatTarget(entry) === target)?.adapter;
}
