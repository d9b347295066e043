import { apache } from './apache.ts';
import { caddy } from './caddy.ts';
import type { FileServer } from './contract.ts';
import { nginx } from './nginx.ts';

/** A build of files writes the configurations of all of them. */
export const fileServers: readonly FileServer[] = [nginx, apache, caddy];
