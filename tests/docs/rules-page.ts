import { fileURLToPath } from 'node:url';
import { RULE_SETS, type Rule } from '../../src/rules/contract.ts';
import { ruleGroups } from '../../src/rules/registry.ts';

/** The guide of all rules, with a heading for each, between two comments. */
export const rulesGuide = fileURLToPath(new URL('../../docs/rules.md', import.meta.url));

const START = '<!-- What follows is written by "npm run schema" from src/rules. -->';
const END = '<!-- End of the rules. -->';

/** The guide with its rules as the tables have them now. @throws where the guide has lost its comments */
export function withRules(guide: string): string {
  const [start, end] = [guide.indexOf(START), guide.indexOf(END)];
  if (start < 0 || end < start) throw new Error('docs/rules.md has lost the comments around its rules.');
  const groups = ruleGroups.map(({ title, rules }) => `## ${title}\n\n${rules.map(sectionOf).join('\n')}`);
  return `${guide.slice(0, start)}${START}\n\n${groups.join('\n')}\n${guide.slice(end)}`;
}

function sectionOf(rule: Rule): string {
  const { name, messages, about, alsoKnownAs = [], bad, good } = rule;
  const elsewhere = alsoKnownAs.map((other) => `\`${other}\``).join(', ');
  return [
    `### ${name}`,
    `${messages.map((message) => `**\`${message}\`**`).join('<br>\n')}`,
    inLines(about),
    severityOf(rule) + (elsewhere === '' ? '' : ` Elsewhere: ${elsewhere}.`),
    ...(bad === undefined || good === undefined ? [] : ['Wrong:', block(bad), 'Right:', block(good)]),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

const LONGEST_LINE = 120;

function inLines(text: string): string {
  let width = 0;
  return text.replaceAll(/(\s?)(\S+)/g, (whole: string, blank: string, word: string) => {
    const fits = width + whole.length <= LONGEST_LINE;
    width = fits ? width + whole.length : word.length;
    return fits || blank === '' ? whole : `\n${word}`;
  });
}

function block(yaml: string): string {
  return `\`\`\`yaml\n${yaml}\n\`\`\``;
}

function severityOf({ finds, from }: Rule): string {
  if (finds === 'errors') return 'Always an error.';
  const kind = finds === 'both' ? 'Error or warning; the warnings are' : 'Warning,';
  if (from === 'always') return `${kind} in every set; it can be made an error, not switched off.`;
  return `${kind} in ${RULE_SETS.slice(RULE_SETS.indexOf(from))
    .map((set) => `\`${set}\``)
    .join(', ')}.`;
}
