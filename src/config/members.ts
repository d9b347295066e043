import type { Member } from '../options/member.ts';
import type { AnswersFrom } from './configuration.ts';

/** Members that configuration chooses from, as far as it knows them. Who puts the product together gives their registries. */
export interface Members {
  /** The first counts where none is named. */
  readonly drivers: readonly [DriverMember, ...DriverMember[]];
  readonly backends: readonly [BackendMember, ...BackendMember[]];
}

/** `about` ends a sentence. */
interface DriverMember extends Member {
  readonly about: string;
}

interface BackendMember extends Member {
  readonly about: string;
  readonly answersFrom: AnswersFrom;
}
