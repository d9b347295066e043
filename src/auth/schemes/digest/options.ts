import type { OptionsOf } from '../../../options/member.ts';
import { filePath, whole } from '../../../options/scalars.ts';
import { about, type Schema, textual } from '../../../options/schema.ts';
import type { AdapterOptions } from '../contract.ts';

/** Maximum of about 30 years: longer times would overflow dates. */
const MOST_SECONDS = 999_999_999;

const domains: Schema<readonly string[]> = textual(
  'URIs separated by spaces, such as "/library /billing", or \'\'',
  {},
  (value, wrong, quoted) => {
    if (/[\p{Cc}"\\]|[^\x20-\x7e]/u.test(value)) return wrong('It contains a character that is not allowed in a URI.');
    const uris = value.split(' ').filter((uri) => uri !== '');
    const odd = uris.find((uri) => !(/^\/(?!\/)/.test(uri) || (/^https?:\/\//i.test(uri) && URL.canParse(uri))));
    return odd === undefined ? uris : wrong(`${quoted(odd)} is neither a path nor an http or https URL.`);
  },
);

export const digestOptions = {
  htdigest: about('The users of HTTP Digest with MD5.', filePath('the path of a digest file, such as data/htdigest')),
  // If this option is left out, SHA-256 is not offered.
  htdigest_sha256: about(
    'The users of HTTP Digest with SHA-256.',
    filePath('the path of a digest file with SHA-256 entries, such as data/htdigest-sha256'),
  ),
  // Empty: the challenge has no `domain`.
  digest_domains: about(
    'The URIs that share the log-in, for clients of HTTP Digest; empty: the whole origin.',
    domains,
    '',
  ),
  nonce_timeout: about(
    'How long a nonce of HTTP Digest is valid. Clients then get a new one without asking for the password again.',
    whole("a number of seconds, such as '3600'", 1, MOST_SECONDS),
    '3600',
  ),
};

export type DigestOptions = AdapterOptions<OptionsOf<typeof digestOptions>>;

export const DIGEST = 'Digest';
