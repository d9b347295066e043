import { descriptorRules } from './checked/descriptor.ts';
import { checkedOperationRules, lifecycleRules } from './checked/operations.ts';
import { pathRules } from './checked/paths.ts';
import { schemaRules } from './checked/schemas.ts';
import type { Rule } from './contract.ts';
import { fileRules } from './reported/files.ts';
import { nameRules } from './reported/names.ts';
import { nativeRules } from './reported/native.ts';
import { reportedOperationRules } from './reported/operations.ts';
import { otherFormatRules } from './reported/other-formats.ts';
import { referenceRules } from './reported/references.ts';
import { textRules } from './reported/texts.ts';
import { valueRules } from './reported/values.ts';

/** Rules under one heading in the documentation. */
interface RuleGroup {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** All rules, in the order of the documentation. */
export const ruleGroups: readonly RuleGroup[] = [
  { title: 'Operations', rules: [...checkedOperationRules, ...lifecycleRules, ...reportedOperationRules] },
  { title: 'Paths', rules: pathRules },
  { title: 'Information, servers, tags and parameters', rules: descriptorRules },
  { title: 'Schemas and components', rules: schemaRules },
  { title: 'Values and keys', rules: valueRules },
  { title: 'References', rules: referenceRules },
  { title: 'Descriptions and guides', rules: textRules },
  { title: 'Names and addresses', rules: nameRules },
  { title: 'Native descriptors', rules: nativeRules },
  { title: 'Other formats', rules: otherFormatRules },
  { title: 'Files', rules: fileRules },
];

/** Rules by name, in the order of {@link ruleGroups}. */
export const rules: ReadonlyMap<string, Rule> = new Map(
  ruleGroups.flatMap((group) => group.rules.map((rule) => [rule.name, rule] as const)),
);
