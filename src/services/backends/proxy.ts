import { httpUrl, whole } from '../../options/scalars.ts';
import { about } from '../../options/schema.ts';
import type { BackendDefinition } from './contract.ts';
import { loadedLater } from './loaded-later.ts';

const MOST_SECONDS = 3600;

const options = {
  target: about('The server that the backend proxy asks.', httpUrl('a URL such as http://127.0.0.1:8080/library')),
  timeout_seconds: about(
    'How long the backend proxy waits for that server.',
    whole('a number of seconds such as 30', 1, MOST_SECONDS),
    30,
  ),
};

/** Another HTTP server. */
export const proxy: BackendDefinition<typeof options> = {
  name: 'proxy',
  about: 'another server',
  options,
  needs: [['target']],
  answersFrom: 'elsewhere',
  holdsBodies: false,
  create: ({ target, timeout_seconds: timeoutSeconds }) =>
    loadedLater(async () => {
      const { createProxy } = await import('../proxy/proxy-backend.ts');
      return createProxy({ target: target ?? '', timeoutSeconds });
    }),
};
