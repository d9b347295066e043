import type { TrialParameter } from '../../../presentation/trying/trial-fields.ts';
import type { DescribedOperation, Difference } from '../../../trying/described-api.ts';
import { isLogInSendable, type LogIn } from '../../../trying/log-in.ts';
import type { Obstacle } from '../../../trying/request.ts';
import type { Control, Say } from '../elements.ts';
import type { BodyPart, ComparedControl, FieldControl } from './fields.ts';

/** Map of control → problem that prevents sending; the key null has problems without a single control. */
export type Problems = ReadonlyMap<Control | null, string>;

export type ShownField = readonly [parameter: TrialParameter, field: FieldControl];

/** Collects the problems of a form. @param missing empty controls of the log-in, with their labels */
export function problemsAt(
  obstacles: readonly Obstacle[],
  fields: readonly ShownField[],
  logIn: LogIn | null,
  missing: readonly (readonly [control: Control, label: string])[],
  say: Say,
): Problems {
  const problems = new Map<Control | null, string>();
  const add = (control: Control | null, text: string): void => {
    // Problems without a control are joined into one text.
    const before = control === null ? problems.get(control) : undefined;
    problems.set(control, before === undefined ? text : `${before} ${text}`);
  };
  if (!isLogInSendable(logIn)) add(null, say('try.userUnsendable'));
  for (const { kind, place, name } of obstacles) {
    const [, field] = fields.find(([own]) => own.place === place && own.name === name) ?? [];
    add(field?.control ?? null, say(`try.obstacle.${kind}`, { name }));
  }
  for (const [control, name] of missing) add(control, say('try.obstacle.empty', { name }));
  return problems;
}

/** Maximum number of differences that are shown at one control. */
const MOST_SAID = 3;

/** Says at which controls a form differs from its description; nothing while the description is not known. */
export function differencesAt(
  fields: readonly ShownField[],
  body: BodyPart | null,
  described: DescribedOperation | undefined,
  wordsOf: (difference: Difference) => string | undefined,
): ReadonlyMap<Control, string> {
  if (described === undefined) return new Map();
  const said = comparedControls(fields, body, described).map(([control, differences]) => {
    const sentences = differences.slice(0, MOST_SAID).flatMap((difference) => wordsOf(difference) ?? []);
    return [control, sentences.join('\n')] as const;
  });
  return new Map(said.filter(([, text]) => text !== ''));
}

function comparedControls(
  fields: readonly ShownField[],
  body: BodyPart | null,
  described: DescribedOperation,
): readonly ComparedControl[] {
  try {
    return [
      ...fields.map(([parameter, { control, value }]) => [control, described.parameter(parameter, value())] as const),
      ...(body?.compared(described) ?? []),
    ];
  } catch {
    // A fault of the description prevents no request.
    return [];
  }
}
