import type { AdapterRecord } from '../../config/configuration.ts';
import { type AcceptedScheme, acceptedSchemes } from '../../config/schemes.ts';
import type { AdminFieldGroup } from '../../model/page/admin-page.ts';
import type { FieldProblem, Input } from '../contract.ts';
import { fieldMaker } from '../fields.ts';
import { schemeText } from './adapters.ts';
import type { UserFile } from './user-file.ts';

/** What the fields of an adapter's form hold, and what is written of them. */
export const NEW_ADAPTER: Input = new Map([
  ['type', 'basic'],
  ['nonce_timeout', '3600'],
]);

const TYPES = acceptedSchemes.map((scheme) => ({ value: scheme, text: schemeText(scheme) }));
const BOTH = { value: 'both', text: 'HTTP Basic and HTTP Digest' } as const;

export function adapterInput({
  name,
  schemes,
  realm,
  htpasswdFile,
  htdigestFile,
  digestDomains,
  nonceTimeoutSeconds,
}: AdapterRecord): Input {
  return new Map([
    ['name', name],
    ['type', schemes.length > 1 ? 'both' : (schemes[0] ?? 'basic')],
    ['realm', realm],
    ['htpasswd', htpasswdFile ?? ''],
    ['htdigest', htdigestFile ?? ''],
    ['digest_domains', digestDomains.join(' ')],
    ['nonce_timeout', String(nonceTimeoutSeconds)],
  ]);
}

/** The schemes that are chosen; none for what is no type. */
export function schemesOf(input: Input): readonly AcceptedScheme[] {
  const type = input.get('type');
  return acceptedSchemes.filter((scheme) => type === scheme || type === BOTH.value);
}

/** The options of the adapter as they are written; what the chosen type has no use for is left out. */
export function optionsOf(input: Input): ReadonlyMap<string, string | readonly string[]> {
  const schemes = schemesOf(input);
  const text = (name: string): string => (input.get(name) ?? '').trim();
  return new Map<string, string | readonly string[]>([
    ['accept_schemes', schemes],
    ['realm', text('realm')],
    ...(schemes.includes('basic') ? [['htpasswd', text('htpasswd')] as const] : []),
    ...(schemes.includes('digest')
      ? ([
          ['digest_domains', text('digest_domains').split(/\s+/).join(' ')],
          ['nonce_timeout', text('nonce_timeout').replace(/^0+(?=\d)/, '')],
          ['htdigest', text('htdigest')],
        ] as const)
      : []),
  ]);
}

/** Files that an adapter would read. */
export function filesOf(input: Input): readonly UserFile[] {
  const file = (kind: 'htpasswd' | 'htdigest'): UserFile => ({
    kind,
    path: (input.get(kind) ?? '').trim(),
    realm: (input.get('realm') ?? '').trim(),
  });
  return schemesOf(input).map((scheme) => file(scheme === 'basic' ? 'htpasswd' : 'htdigest'));
}

export function adapterGroups(
  input: Input,
  problems: readonly FieldProblem[],
  isNew: boolean,
): readonly AdminFieldGroup[] {
  const field = fieldMaker(input, problems);
  const types = input.get('type') === 'both' ? [...TYPES, BOTH] : TYPES;
  return [
    {
      legend: null,
      hint: null,
      only: null,
      fields: [
        ...(isNew
          ? [
              field('name', 'Adapter name', {
                hint: 'Letters, digits, spaces, dots, hyphens and underscores, such as staff.',
              }),
            ]
          : []),
        field('type', 'Type', { control: 'radio', options: types }),
        field('realm', 'Realm', { hint: 'What browsers show when they ask for a password.' }),
      ],
    },
    {
      legend: 'For HTTP Basic',
      hint: null,
      only: 'basic',
      fields: [
        field('htpasswd', 'Password file', {
          hint: 'A path in the project, such as data/htpasswd. It has to hold a user.',
        }),
      ],
    },
    {
      legend: 'For HTTP Digest',
      hint: null,
      only: 'digest',
      fields: [
        field('digest_domains', 'Digest domains', {
          hint: 'Paths or URLs that share the log-in, separated by spaces. May be empty.',
        }),
        field('nonce_timeout', 'Nonce timeout', { hint: 'In seconds.' }),
        field('htdigest', 'Digest file', {
          hint: 'A path in the project, such as data/htdigest. It has to hold a user of the realm.',
        }),
      ],
    },
    {
      legend: 'First user',
      hint: 'Only where the file does not exist yet: it is then created with this user.',
      only: null,
      fields: [field('user', 'User name'), field('password', 'Password', { control: 'password' })],
    },
  ];
}
