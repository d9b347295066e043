import type { AuthScheme } from '../contract.ts';
import { BASIC, basicOptions } from './options.ts';

/** HTTP Basic with UTF-8 (RFC 7617) and an htpasswd file. */
export const basicScheme: AuthScheme<typeof basicOptions> = {
  name: 'basic',
  token: BASIC,
  options: basicOptions,
  needs: [['htpasswd']],
  client: {},
  form: [
    {
      option: 'htpasswd',
      label: 'Password file',
      hint: 'A path in the project, such as data/htpasswd. It must have a user.',
    },
  ],
  async load() {
    const { basic } = await import('./basic.ts');
    return basic;
  },
};
