import type { RunningServer } from '../servers.ts';

/** A copy of the samples and the development server that shows it, once they are there. */
export interface DevelopedSite {
  readonly folder: () => string;
  readonly server: () => RunningServer;
}
