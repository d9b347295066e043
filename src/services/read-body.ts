import type { ServiceCall } from './backends/contract.ts';

/** Reads a body as far as it is allowed, telling a client that waits to send it. `gone`: the client left before its end. */
export function readBody({
  request,
  response,
  awaitsContinue,
  maxBodyBytes,
}: Pick<ServiceCall, 'request' | 'response' | 'awaitsContinue' | 'maxBodyBytes'>): Promise<Uint8Array | 'too-large' | 'gone'> {
  if (awaitsContinue) response.writeContinue();
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const settle = (result: Uint8Array | 'too-large' | 'gone'): void => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      request.on('error', () => undefined);
      resolve(result);
    };
    const onData = (chunk: Uint8Array): void => {
      size += chunk.byteLength;
      if (size > maxBodyBytes) settle('too-large');
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(Buffer.concat(chunks));
    const onGone = (): void => settle('gone');
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}
