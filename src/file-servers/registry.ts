import { apache } from './apache.ts';
import { caddy } from './caddy.ts';
import type { FileServer } from './contract.ts';
import { nginx } from './nginx.ts';

/** Configurations are written for all of them, unless one is named. */
export const fileServers: readonly FileServer[] = [nginx, apache, caddy];
