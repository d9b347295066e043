/**
 * Everything but line breaks and tabs that a terminal would obey or that would change the order of what it shows
 * becomes an escape, as JSON has it: names and descriptions come from files of others. The same with what begins a
 * command in logs of pipelines: `##vso[task.setvariable …]`, `##[error]`, `##teamcity[…]`.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]|#(?=#\w*\[)/gu, (character) =>
    character === '\n' || character === '\t' ? character : escapeCharacter(character),
  );
}

function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
