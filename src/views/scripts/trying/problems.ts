import type { TrialParameter } from '../../../presentation/trying/trial-parameter.ts';
import { isLogInSendable, type LogIn } from '../../../trying/log-in.ts';
import type { Obstacle } from '../../../trying/request.ts';
import type { Control, Say } from '../elements.ts';
import type { FieldControl } from './field.ts';

/** Why a form cannot be sent, by the control that it is about; null for what is about none of them. */
export type Problems = ReadonlyMap<Control | null, string>;

export type ShownField = readonly [parameter: TrialParameter, field: FieldControl];

/** @param missing of the log-in, by their labels */
export function problemsAt(
  obstacles: readonly Obstacle[],
  fields: readonly ShownField[],
  logIn: LogIn | null,
  missing: readonly (readonly [control: Control, label: string])[],
  say: Say,
): Problems {
  const problems = new Map<Control | null, string>();
  const add = (control: Control | null, text: string): void => {
    // All that is about no control stands in one place.
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
