import type { AuthScheme } from '../contract.ts';
import { DIGEST, digestOptions } from './options.ts';

/** HTTP Digest with qop=auth (RFC 7616) and htdigest files. */
export const digestScheme: AuthScheme<typeof digestOptions> = {
  name: 'digest',
  token: DIGEST,
  options: digestOptions,
  needs: [['htdigest', 'htdigest_sha256']],
  client: { keepsPassword: true, curl: '--digest -u USER' },
  realm: {
    about: 'Each line of a digest file is made for one realm.',
    // Colons separate the columns of a digest file.
    problem: (realm) => (realm.includes(':') ? 'A digest file cannot contain a realm with a colon.' : undefined),
  },
  form: [
    {
      option: 'digest_domains',
      label: 'Digest domains',
      hint: 'Paths or URLs that share the log-in, separated by spaces. May be empty.',
      tidy: (text) => text.trim().split(/\s+/).join(' '),
    },
    {
      option: 'nonce_timeout',
      label: 'Nonce timeout',
      hint: 'In seconds.',
      tidy: (text) => text.trim().replace(/^0+(?=\d)/, ''),
    },
    {
      option: 'htdigest',
      label: 'Digest file',
      hint: 'A path in the project, such as data/htdigest. It must have a user of the realm.',
    },
  ],
  async load() {
    const { digest } = await import('./digest.ts');
    return digest;
  },
};
