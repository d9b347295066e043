import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import type { OAuthFlowObject, SecurityRequirementObject, SecuritySchemeObject } from '../model/openapi-objects.ts';
import { ownMember } from '../model/own-property.ts';
import { canonicalText } from '../schema/json-values.ts';
import { compareText } from './compare-texts.ts';
import type { At, Comparison } from './comparison.ts';
import { byName, code, codes, textValue, without } from './values.ts';

/** Alternative requirements by the names of their schemes, joined by ` + `; `''` for a requirement without schemes. */
type Alternatives = ReadonlyMap<string, SecurityRequirementObject>;

/**
 * Compares security requirements. A missing list, or an empty requirement among the alternatives, means that callers
 * need no log-in.
 */
export function compareSecurity(
  at: At,
  before: readonly SecurityRequirementObject[],
  after: readonly SecurityRequirementObject[],
): void {
  const renamed = renamedSchemes(at.comparison);
  const first = alternativesOf(before.map((requirement) => withNames(requirement, renamed)));
  const second = alternativesOf(after);
  const ways = (alternatives: Alternatives) => codes([...alternatives.keys()].filter(Boolean), at.comparison.words);
  const [wasOpen, isOpen] = [first.has(''), second.has('')];
  if (wasOpen !== isOpen) at.report(wasOpen ? 'log-in-required' : 'log-in-dropped', ways(first), ways(second));
  for (const key of without([...second.keys()], [...first.keys()])) {
    // `log-in-required` already lists the alternatives.
    if (key !== '' && !(wasOpen && !isOpen)) at.report('log-in-added', null, code(key));
  }
  for (const key of without([...first.keys()], [...second.keys()])) {
    if (key !== '' && !(isOpen && !wasOpen)) at.reportGone('log-in-removed', code(key));
  }
  for (const [key, requirement] of second) {
    const old = first.get(key);
    if (old !== undefined) compareRequirements(at, old, requirement);
  }
}

function alternativesOf(security: readonly SecurityRequirementObject[]): Alternatives {
  const found = security.map((requirement) => [Object.keys(requirement).sort().join(' + '), requirement] as const);
  return new Map(found.length === 0 ? [['', {}]] : found);
}

/** Map of old name → new name, for schemes that were only renamed. */
const renamedSchemes = computedOnce(({ before, after }: Comparison): ReadonlyMap<string, string> => {
  const others = ({ components }: Api, known: Api) =>
    Object.entries(components.record.securitySchemes)
      .filter(([name]) => !Object.hasOwn(known.components.record.securitySchemes, name))
      .map(([name, scheme]) => [canonicalText(components.resolve(scheme).value), name] as const);
  const names = new Map(others(after, before));
  return new Map(
    others(before, after).flatMap(([text, name]) => {
      const now = names.get(text);
      return now !== undefined && names.delete(text) ? [[name, now] as const] : [];
    }),
  );
});

function withNames(requirement: SecurityRequirementObject, names: ReadonlyMap<string, string>) {
  return Object.fromEntries(Object.entries(requirement).map(([name, scopes]) => [names.get(name) ?? name, scopes]));
}

function compareRequirements(at: At, before: SecurityRequirementObject, after: SecurityRequirementObject): void {
  const { before: from, after: to } = at.comparison;
  for (const [name, scopes] of Object.entries(after)) {
    const place = at.inside({ kind: 'scheme', name });
    const old = ownMember(before, name) ?? [];
    for (const scope of without(scopes, old)) place.report('scope-added', null, code(scope));
    for (const scope of without(old, scopes)) place.report('scope-removed', code(scope), null);
    const first = ownMember(from.record.components.securitySchemes, name);
    const second = ownMember(to.record.components.securitySchemes, name);
    if (first === undefined || second === undefined) continue;
    const { value: wasScheme } = from.components.resolve(first);
    const { value: isScheme } = to.components.resolve(second);
    at.named('securitySchemes', { name, value: wasScheme }, { name, value: isScheme }, compareSchemes);
  }
}

function compareSchemes(at: At, before: SecuritySchemeObject, after: SecuritySchemeObject) {
  const [first, second] = [kindOf(before), kindOf(after)];
  if (first !== second) at.report('log-in-scheme-changed', code(first), code(second));
  const addresses = (flow: OAuthFlowObject | undefined): string =>
    [flow?.authorizationUrl, flow?.deviceAuthorizationUrl, flow?.tokenUrl, flow?.refreshUrl].filter(Boolean).join(' ');
  const moved = (old: string, now: string): void => {
    if (old !== now) at.report('log-in-address-changed', textValue(old), textValue(now));
  };
  const offered = [new Set<string>(), new Set<string>()] as const;
  for (const [name, old, now] of first === second ? byName(before.flows, after.flows) : []) {
    if (old === undefined) at.report('log-in-flow-added', null, code(name));
    else if (now === undefined) at.reportGone('log-in-flow-removed', code(name));
    else {
      moved(addresses(old), addresses(now));
      for (const scope of Object.keys(old.scopes ?? {})) offered[0].add(scope);
      for (const scope of Object.keys(now.scopes ?? {})) offered[1].add(scope);
    }
  }
  const [were, are] = offered.map((scopes) => [...scopes]);
  for (const scope of without(are ?? [], were ?? [])) at.report('offered-scope-added', null, code(scope));
  for (const scope of without(were ?? [], are ?? [])) at.reportGone('offered-scope-removed', code(scope));
  moved(before.openIdConnectUrl ?? '', after.openIdConnectUrl ?? '');
  compareText(at, 'description-changed', before.description, after.description);
}

/** Short form of a security scheme: `apiKey in header X-Key`, `http basic`. */
function kindOf({ type, scheme, in: place, name }: SecuritySchemeObject): string {
  const key = name === undefined ? '' : ` ${name}`;
  return [type, scheme?.toLowerCase(), place === undefined ? undefined : `in ${place}${key}`]
    .filter((part) => part !== undefined)
    .join(' ');
}
