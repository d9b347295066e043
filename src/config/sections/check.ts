import { isNamed } from '../../options/place.ts';
import { line, oneOf } from '../../options/scalars.ts';
import {
  about,
  type KeySchema,
  list,
  map,
  matching,
  record,
  refined,
  type Schema,
  scalar,
  textual,
  type ValueOf,
} from '../../options/schema.ts';
import type { RuleException, RuleSettings, Severity } from '../../rules/contract.ts';
import type { Members } from '../members.ts';

type Rules = Members['rules'];

/** Severities by name, including names that other linters use. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  error: 'error',
  warning: 'warning',
  warn: 'warning',
  off: 'off',
};

/** Matches a JSON Pointer in a fragment, a path, or a method followed by a path or the name of a webhook. */
const PLACE = /^(?:#(?:\/.*)?|\/.*|[A-Za-z]+ +\S.*)$/;

/** Schema of `platform-documentation.check`. */
export function checkSection(rules: Rules) {
  return about(
    'How descriptors are checked. `docs/rules.md` has all rules.',
    map({
      extends: about('The set of rules that the entries below change.', oneOf(rules.sets), rules.fallback),
      rules: about(
        'Severities of rules. Findings that are errors stay errors.',
        record(ruleKey(rules), severity(rules)),
      ),
      exceptions: about(
        'Known findings that stay. An exception without a finding is a warning.',
        list('a list such as [{ rule: summary-missing, api: Library-v1, at: GET /books }]', exception(rules)),
      ),
    }),
  );
}

type Section = ValueOf<ReturnType<typeof checkSection>>;

export function toCheck(section: Section | undefined, { fallback }: Rules): RuleSettings {
  return {
    extends: section?.extends ?? fallback,
    rules: Object.fromEntries(section?.rules ?? []),
    exceptions: section?.exceptions ?? [],
  };
}

function ruleKey({ names, problemOfName }: Rules): KeySchema {
  return { expected: 'the name of a rule, such as html-in-text', problem: problemOfName, json: { enum: names } };
}

function severity({ problemOfSeverity }: Rules): Schema<Severity> {
  const words = Object.keys(SEVERITIES);
  const written = scalar('error, warning or off', { enum: words }, (value, wrong, quoted) => {
    if (typeof value === 'string' && Object.hasOwn(SEVERITIES, value)) return SEVERITIES[value];
    return wrong(`${typeof value === 'string' ? quoted(value) : 'This value'} is not known.`);
  });
  return refined(written, (value, place) => {
    const problem = problemOfSeverity(place.keys.at(-1) ?? '', value);
    return problem === undefined ? value : place.complain(problem, 'Remove the entry, and correct what is found.');
  });
}

function exception({ names, problemOfName, problemOfSeverity }: Rules): Schema<RuleException> {
  const rule = textual('the name of a rule', { enum: names }, (value, wrong) => {
    const problem = problemOfName(value) ?? problemOfSeverity(value, 'off');
    return problem === undefined ? value : wrong(problem);
  });
  const at = matching(
    'an operation such as GET /books or POST and the name of a webhook, a path such as /books, ' +
      'or a JSON Pointer such as #/paths/~1books',
    PLACE,
    'It is not a place in a descriptor.',
  );
  const written = map({
    rule: about('The rule.', rule),
    api: about(
      'The API, with a version or without; left out: every one.',
      line('an API such as Library or Library-v1'),
    ),
    at: about('Where, with all that is below; left out: everywhere.', at),
    reason: about('Why it stays, for those who read the configuration.', line('one line of text')),
  });
  const expected = 'a map with “rule”, and with “api”, “at” and “reason” where they are needed';
  return refined(
    written,
    ({ rule: name, api = null, at: where = null }, place, sourced) => {
      if (name !== undefined) return { rule: name, api, at: where };
      if (!isNamed(sourced, ['rule'])) place.at('rule').complain('It is missing.', 'Write the name of a rule.');
      return undefined;
    },
    { expected, json: written.json },
  );
}
