import type { Api } from '../../model/api.ts';
import type { Operation } from '../../model/operation.ts';
import { countOf } from '../words.ts';
import { accessWords } from './access-line.ts';

/** Where no operation asks for a log-in. */
export const NO_LOGIN = 'Open to everyone: this site asks for no log-in.';

/** One way in, as this site enforces it. */
export interface LoginView {
  readonly words: string;
  /** `6 of 11 operations`. */
  readonly extent: string;
  /** An operation to show it with; null where no user can log in. */
  readonly simplest: Operation | null;
}

export function loginsOf(api: Api): readonly LoginView[] {
  const operations = api
    .getServices()
    .flatMap((service) => (service.getKind() === 'webhook' ? [] : service.getAllOperations()));
  const closed = operations.filter((operation) => operation.requiresAuthorization());
  return [...Map.groupBy(closed, (operation) => accessWords(operation.getAccess()))].map(([words, members]) => {
    // What only reads, and without a body, shows best what the log-in adds, and does no harm when it is tried.
    const simplest =
      members.find(isPlainRead) ?? members.find(({ record }) => record.requestBody === null) ?? members[0];
    const access = simplest?.getAccess();
    const canLogIn = access?.kind === 'login' && access.schemes.length > 0;
    return {
      words,
      extent:
        members.length === operations.length
          ? 'All operations'
          : `${members.length} of ${countOf(operations.length, 'operation')}`,
      simplest: simplest !== undefined && canLogIn ? simplest : null,
    };
  });
}

function isPlainRead(operation: Operation): boolean {
  return operation.getHttpMethod() === 'GET' && operation.record.requestBody === null;
}
