import type { BackendSettings } from '../contract.ts';
import type { Backend } from './contract.ts';
import { createExamples } from './examples.ts';
import { createProxy } from './proxy.ts';
import { createSite } from './site.ts';

/** @throws for a proxy target that is no URL; configuration has refused it before */
export function createBackend(settings: BackendSettings): Backend {
  switch (settings.kind) {
    case 'examples':
      return createExamples();
    case 'proxy':
      return createProxy(settings);
    case 'site':
      return createSite();
    default:
      return settings satisfies never;
  }
}
