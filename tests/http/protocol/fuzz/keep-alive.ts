import { connect, type Socket } from 'node:net';
import { LIMITS } from '../../../limits.ts';
import { headOf, takeAnswer } from '../play/raw-exchange.ts';

/**
 * A connection that is used for one batch of requests after the other, and opened again where the server has closed it.
 */
export interface KeepAlive {
  /** Sends GET requests at once. @returns one status for each, in order @throws when one is not answered in time */
  statuses(batch: readonly { readonly target: string; readonly authorization: string }[]): Promise<readonly number[]>;
  close(): void;
}

export function openKeepAlive(port: number): KeepAlive {
  let socket: Socket | undefined;

  const exchangeBatch = (heads: readonly Buffer[]): Promise<readonly number[]> =>
    new Promise((resolve, reject) => {
      const current = socket ?? connect(port, '127.0.0.1').setNoDelay(true);
      socket = current;
      const found: number[] = [];
      let received: Buffer = Buffer.alloc(0);
      const settle = (done: () => void): void => {
        clearTimeout(timer);
        current.removeAllListeners().on('error', () => undefined);
        done();
      };
      const timer = setTimeout(
        () => settle(() => reject(new Error(`No answer to ${heads[found.length]?.toString('latin1')}`))),
        LIMITS.wait,
      );
      const read = (isEnd: boolean): void => {
        let taken = takeAnswer(received, 'GET', isEnd);
        for (; taken !== undefined; taken = takeAnswer(received, 'GET', isEnd)) {
          found.push(taken.answer.status);
          received = taken.rest;
        }
        if (found.length === heads.length && !isEnd) settle(() => resolve(found));
      };
      current.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        read(false);
      });
      current.on('error', () => undefined);
      current.on('close', () => {
        socket = undefined;
        read(true);
        settle(() => resolve(found));
      });
      current.write(Buffer.concat(heads));
    });

  return {
    async statuses(batch) {
      const heads = batch.map(({ target, authorization }) =>
        headOf({ method: 'GET', target, headers: [['Authorization', authorization]], body: null }),
      );
      const found: number[] = [];
      // A request that closes the connection is answered; requests behind it are sent again.
      for (let fruitless = 0; found.length < heads.length; ) {
        const more = await exchangeBatch(heads.slice(found.length));
        // The server may have closed an idle connection just when it was used again.
        fruitless = more.length === 0 ? fruitless + 1 : 0;
        if (fruitless > 1)
          throw new Error(`The connection was closed without an answer to ${heads[found.length]?.toString('latin1')}`);
        found.push(...more);
      }
      return found;
    },
    close: () => socket?.destroy(),
  };
}
