import type { Member } from '../options/member.ts';
import type { AnswersFrom } from './configuration.ts';

/** Members that configuration chooses from, as far as it knows them. Who puts the product together gives their registries. */
export interface Members {
  /** The simplest first. */
  readonly schemes: readonly SchemeMember[];
  /** The first counts where none is named. */
  readonly drivers: readonly [DriverMember, ...DriverMember[]];
  readonly backends: readonly [BackendMember, ...BackendMember[]];
  /** Languages of samples on pages. */
  readonly samples: SampleMembers;
}

interface SampleMembers {
  readonly names: readonly string[];
  /** Those that count where none is configured, the first shown first. */
  readonly fallback: readonly string[];
}

interface SchemeMember extends Member {
  readonly token: string;
  readonly realm?: { readonly about: string; problem(realm: string): string | undefined };
}

/** `about` ends a sentence. */
interface DriverMember extends Member {
  readonly about: string;
}

interface BackendMember extends Member {
  readonly about: string;
  readonly answersFrom: AnswersFrom;
}
