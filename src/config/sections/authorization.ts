import type { Allow, MethodRules, RuleRecord } from '../../options/access-records.ts';
import type { Place, Sourced } from '../../options/place.ts';
import { flag, line } from '../../options/scalars.ts';
import { about, list, map, mapSchema, readEntry, type Schema, scalar } from '../../options/schema.ts';
import { parseTarget, targetProblem } from '../api-target.ts';
import type { Configuration } from '../configuration.ts';

const KEY_EXPECTED = 'an API and a service, such as Library-v1/Book';
const DENY_BY_DEFAULT = 'deny_by_default';
const DEFAULT = 'default';
const METHOD = /^[A-Z][A-Z-]*$/;

const names = list('a list of names and @groups', line('a name, or @ and the name of a group'));
const guestsOrAny: Schema<Allow> = scalar(
  "false (guests too), true (every user who has logged in), or a list such as [alice, '@editors']",
  { type: 'boolean' },
  (value, wrong) => {
    if (typeof value !== 'boolean') return wrong('It must be true, false or a list of names.');
    return { kind: value ? 'any' : 'guests' };
  },
);

const allow: Schema<Allow> = {
  expected: guestsOrAny.expected,
  json: { anyOf: [{ type: 'boolean' }, names.json] },
  read(sourced, place) {
    if (sourced.kind === 'map' || !Array.isArray(sourced.value)) return guestsOrAny.read(sourced, place);
    const read = names.read(sourced, place);
    return read === undefined ? undefined : { kind: 'names', names: read };
  },
};

const methodRules: Schema<MethodRules> = {
  expected: 'default, GET, POST and other methods below it',
  mayBeEmpty: true,
  json: mapSchema({
    propertyNames: { pattern: `^${DEFAULT}$|${METHOD.source}` },
    properties: { OPTIONS: { const: false } },
    additionalProperties: allow.json,
  }),
  read(sourced, place) {
    if (sourced.kind !== 'map') return place.complain('It must be a map.', `Write ${this.expected}.`);
    const rules = [...sourced.entries].flatMap(([key, entry]) => {
      const at = place.at(key, entry.file);
      if (entry.kind === 'map' && !METHOD.test(key)) {
        at.complain(
          'Rules are for methods, not for actions by name.',
          'Write the methods instead; for OpenAPI or Swagger below collection.',
        );
        return [];
      }
      if (key !== DEFAULT && !METHOD.test(key))
        at.complain('This is not a method.', 'Write default, or a method in capitals, such as GET.');
      const value = readEntry(allow, entry, at);
      if (key === 'OPTIONS' && value !== undefined && value.kind !== 'guests')
        at.complain('OPTIONS is always open: browsers send it before they may send a log-in.', 'Remove it.');
      return value === undefined ? [] : [[key, value] as const];
    });
    const methods = Object.fromEntries(rules.filter(([key]) => key !== DEFAULT));
    return { default: rules.find(([key]) => key === DEFAULT)?.[1] ?? null, methods };
  },
};

const rule = map({
  collection: about('Operations of the collection of a REST service, by method.', methodRules),
  entity: about('Operations of one entity of a REST service, by method.', methodRules),
  actions: about('Operations of an RPC service, by method.', methodRules),
});
const denial = about(
  'Whether operations without a rule need a log-in, even in an API without an adapter.',
  flag,
  false,
);

type Section = Pick<Configuration['authorization'], 'denyByDefault' | 'rules'>;

/** Schema of `platform-mvc-auth.authorization`: a flag, and rules by service. */
export const authorizationSection: Schema<Section> = {
  mayBeEmpty: true,
  expected: `${DENY_BY_DEFAULT} or ${KEY_EXPECTED}, below it`,
  json: mapSchema({
    properties: { [DENY_BY_DEFAULT]: denial.json },
    patternProperties: { '^[^/]+/[\\s\\S]': { title: '<api>/<service>', ...rule.json } },
    additionalProperties: false,
  }),
  read(sourced, place) {
    if (sourced.kind !== 'map') return place.complain('It must be a map.', `Write ${this.expected}.`);
    let denyByDefault = false;
    const rules: RuleRecord[] = [];
    for (const [key, entry] of sourced.entries) {
      const at = place.at(key, entry.file);
      // An invalid value counts as true, since a typing error must not open operations.
      if (key === DENY_BY_DEFAULT) denyByDefault = readEntry(flag, entry, at) ?? true;
      else rules.push(...readRule(key, entry, at));
    }
    return { denyByDefault, rules };
  },
};

function readRule(key: string, entry: Sourced, place: Place): readonly RuleRecord[] {
  const slash = key.indexOf('/');
  const [target, service] = [key.slice(0, slash), key.slice(slash + 1)];
  if (slash < 0 || service === '' || targetProblem(target) !== undefined) {
    place.complain('This is not the name of a service.', `Write ${KEY_EXPECTED}, or ${DENY_BY_DEFAULT}.`);
    return [];
  }
  const read = readEntry(rule, entry, place);
  if (read === undefined) return [];
  return [
    {
      ...parseTarget(target),
      service,
      collection: read.collection ?? null,
      entity: read.entity ?? null,
      actions: read.actions ?? null,
    },
  ];
}
