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
  if (!isLogInSendable(logIn)) problems.set(null, say('try.userUnsendable'));
  for (const { kind, place, name } of obstacles) {
    const [, field] = fields.find(([own]) => own.place === place && own.name === name) ?? [];
    problems.set(field?.control ?? null, say(`try.obstacle.${kind}`, { name }));
  }
  for (const [control, name] of missing) problems.set(control, say('try.obstacle.empty', { name }));
  return problems;
}
