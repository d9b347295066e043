import type { Api } from '../../model/api.ts';
import { guideFacts } from '../../model/guides.ts';
import { sharedResponseFacts } from '../../presentation/messages/shared-responses.ts';
import { usageFacts } from '../../presentation/schemas/schema-usage.ts';

/**
 * What pages depend on that is made of much and seldom changes: were it not a fact, one changed word would reach every
 * page that shows some of it.
 */
const FACTS: readonly ((api: Api) => ReadonlyMap<string, string>)[] = [usageFacts, sharedResponseFacts, guideFacts];

/** Names of the facts that are otherwise in two versions of a description. */
export function changedFacts(before: Api, after: Api): readonly string[] {
  return FACTS.flatMap((factsOf) => {
    const [old, now] = [factsOf(before), factsOf(after)];
    return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  });
}
