import { complainOfNeeds, completeOptions, optionKeysOf } from '../../options/member.ts';
import { findSourced, isNamed, type Place, type Sourced } from '../../options/place.ts';
import { oneOf, UNPRINTABLE } from '../../options/scalars.ts';
import { about, type KeySchema, list, map, nameAll, record, type Schema, textual } from '../../options/schema.ts';
import type { AdapterRecord } from '../configuration.ts';
import type { Members } from '../members.ts';

/** Class identifier of HTTP adapters, the same for all schemes (specification §2.2). */
export const HTTP_ADAPTER = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const MOST_CHARACTERS = 100;
/** Maximum length of a realm, which each challenge contains. */
const MOST_REALM_CHARACTERS = 255;

const realm = textual(
  'a text that clients show, such as api',
  { minLength: 1, maxLength: MOST_REALM_CHARACTERS },
  (value, wrong) => {
    if (value === '') return wrong('It is empty.');
    if (value.length > MOST_REALM_CHARACTERS) return wrong(`It has more than ${MOST_REALM_CHARACTERS} characters.`);
    return UNPRINTABLE.test(value) ? wrong('It contains a control character.') : value;
  },
);

/** Schema of `platform-mvc-auth.authentication.adapters`. */
export function adaptersSection({ schemes }: Members): Schema<ReadonlyMap<string, AdapterRecord>> {
  return record(adapterName, adapterSchema(schemes));
}

/** Schema of one adapter. Invalid adapters get a record, too, so that everything they should protect is closed. */
function adapterSchema(schemes: Members['schemes']): Schema<AdapterRecord> {
  const keys = {
    accept_schemes: about(
      'How users log in.',
      list(
        `a list such as ${nameAll(schemes.map(({ name }) => `[${name}]`))}`,
        oneOf(
          schemes.map(({ name }) => name),
          { foldCase: true },
        ),
      ),
    ),
    realm: about(
      [
        'Text that clients show when they ask for the password.',
        ...schemes.flatMap((scheme) => scheme.realm?.about ?? []),
      ].join(' '),
      realm,
    ),
  };
  const ownKeys = optionKeysOf(schemes, keys);
  const tokens = nameAll(
    schemes.map(({ token }) => token),
    'and',
  );
  const firstNeeds = schemes.flatMap(({ needs }) => needs.map(([first]) => first));
  const section = map({
    adapter: about(`The kind of the adapter, the same for ${tokens}.`, oneOf([HTTP_ADAPTER])),
    options: map({ ...keys, ...ownKeys }),
  });
  return {
    expected: 'the keys adapter and options',
    mayBeEmpty: true,
    json: section.json,
    read(sourced, outer) {
      const name = outer.keys.at(-1) ?? '';
      const place = outer.closing({ kind: 'adapter', name });
      const read = section.read(sourced, place);
      if (read === undefined) return closedAdapter(name);
      const isGiven = (...path: readonly string[]): boolean => isNamed(sourced, path);
      const missing = (at: Place, message: string, expected: string): void =>
        at.complain(message, `Write ${expected}.`);
      if (!isGiven('adapter')) missing(place.at('adapter'), 'It is missing.', HTTP_ADAPTER);
      const at = place.at('options');
      if (!isGiven('options'))
        missing(at, 'It is missing.', `accept_schemes, realm and ${nameAll(firstNeeds)} below it`);
      const { options } = read;
      const accepted = [...new Set(options?.accept_schemes)];
      if (options !== undefined) {
        const noScheme = isEmptyList(findSourced(sourced, ['options', 'accept_schemes']));
        const { accept_schemes: acceptSchemes } = keys;
        if (!isGiven('options', 'accept_schemes'))
          missing(at.at('accept_schemes'), 'It is missing.', acceptSchemes.expected);
        else if (noScheme) missing(at.at('accept_schemes'), 'It has no scheme.', acceptSchemes.expected);
        if (!isGiven('options', 'realm')) missing(at.at('realm'), 'It is missing.', realm.expected);
        const chosen = schemes.filter((scheme) => accepted.includes(scheme.name));
        for (const scheme of chosen) complainOfNeeds('scheme', scheme, (key) => isGiven('options', key), at);
        for (const scheme of chosen) {
          const problem = options.realm === undefined ? undefined : scheme.realm?.problem(options.realm);
          if (problem !== undefined) missing(at.at('realm'), problem, realm.expected);
        }
      }
      return {
        ...closedAdapter(name),
        schemes: accepted,
        realm: options?.realm ?? '',
        options: completeOptions(ownKeys, options),
      };
    },
  };
}

function isEmptyList(sourced: Sourced | undefined): boolean {
  return sourced?.kind === 'value' && Array.isArray(sourced.value) && sourced.value.length === 0;
}

/** Creates the record of an unusable adapter. Its problems are added later, when all are known. */
export function closedAdapter(name: string): AdapterRecord {
  return {
    name,
    schemes: [],
    realm: '',
    options: {},
    problems: [],
  };
}

const adapterName: KeySchema = {
  expected: 'a name such as staff, of letters, digits, spaces, dots, hyphens and underscores',
  problem: nameProblem,
  json: { not: { const: 'public' }, maxLength: MOST_CHARACTERS, pattern: '^[^/@:]+$' },
};

function nameProblem(name: string): string | undefined {
  if (name === 'public') return 'This name means documentation without a log-in.';
  return name.length <= MOST_CHARACTERS && /^[\p{L}\p{N}_](?:[\p{L}\p{N}_. -]*[\p{L}\p{N}_.-])?$/u.test(name)
    ? undefined
    : 'This name is not allowed.';
}
