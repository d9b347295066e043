import { fieldName, isOwnRequestField } from '../../options/own-fields.ts';
import { httpUrl, whole } from '../../options/scalars.ts';
import { about, listOrOne } from '../../options/schema.ts';
import { type BackendDefinition, loadedLater } from '../contract.ts';

const MOST_SECONDS = 3600;

const options = {
  target: about('The server that the backend proxy asks.', httpUrl('a URL such as http://127.0.0.1:8080/library')),
  timeout_seconds: about(
    'How long the backend proxy waits for that server.',
    whole('a number of seconds such as 30', 1, MOST_SECONDS),
    30,
  ),
  pass: about(
    'Header fields of requests that the backend proxy passes on, beside usual ones and those of the description.',
    listOrOne(
      'a list of header fields such as [X-Tenant]',
      fieldName(
        'the name of a header field such as X-Tenant',
        isOwnRequestField,
        'This server writes that field itself, or never passes it on.',
      ),
    ),
  ),
};

/** Backend that passes calls on to another HTTP server. */
export const proxy: BackendDefinition<typeof options> = {
  name: 'proxy',
  about: 'another server',
  options,
  needs: [['target']],
  answersFrom: 'elsewhere',
  holdsBodies: false,
  create: ({ target, timeout_seconds: timeoutSeconds, pass }) =>
    loadedLater(async () => {
      const { createProxy } = await import('../proxy/proxy-backend.ts');
      return createProxy({ target: target ?? '', timeoutSeconds, pass: pass ?? [] });
    }),
};
