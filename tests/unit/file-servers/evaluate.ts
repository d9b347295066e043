import type { Table, Template } from '../../../src/file-servers/table.ts';

/** Value of a variable as a file server would find it. */
export function evaluate(
  tables: readonly Table[],
  request: Readonly<Record<string, string>>,
): (variable: string) => string {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const fill = (template: Template, groups: readonly (string | undefined)[]): string =>
    template
      .map((part) =>
        typeof part === 'string' ? part : 'group' in part ? (groups[part.group] ?? '') : find(part.variable),
      )
      .join('');
  const find = (variable: string): string => {
    const table = byName.get(variable);
    if (table === undefined) return request[variable] ?? '';
    const source = fill(table.source, []);
    for (const rule of table.rules) {
      if ('equals' in rule) {
        if (rule.equals === source) return fill(rule.value, []);
        continue;
      }
      const found = new RegExp(rule.pattern, rule.isCased === true ? '' : 'i').exec(source);
      if (found !== null) return fill(rule.value, found);
    }
    return fill(table.otherwise, []);
  };
  return find;
}
