export type Environment = Readonly<Record<string, string | undefined>>;

type Replacement =
  | { readonly kind: 'text'; readonly text: string; readonly variables: readonly string[] }
  | { readonly kind: 'problem'; readonly message: string; readonly remedy: string };

/** `${NAME}`, `$${` for a literal `${`, and any other `${`, which is a mistake. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{[^}]*\}?/g;

/** The text that is read as these characters, no matter what variables there are. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** Replaces `${NAME}` in a text from the environment. A variable that is not set is a problem, an empty one is not. */
export function replaceVariables(text: string, environment: Environment): Replacement {
  const variables: string[] = [];
  let problem: Replacement | undefined;
  const replaced = text.replaceAll(REFERENCE, (reference, name: string | undefined) => {
    if (reference === '$${') return '${';
    if (name === undefined) {
      problem ??= {
        kind: 'problem',
        message: `${JSON.stringify(reference)} names no variable.`,
        remedy: `Write \${NAME} with letters, digits and underscores, or $\${ for the characters themselves.`,
      };
      return '';
    }
    variables.push(name);
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined)
      problem ??= {
        kind: 'problem',
        message: `The environment variable ${name} is not set.`,
        remedy: `Set ${name}, or write the value itself.`,
      };
    return value ?? '';
  });
  return problem ?? { kind: 'text', text: replaced, variables };
}
