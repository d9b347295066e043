import type { OAuthFlowObject, SecurityRequirementObject, SecuritySchemeObject } from '../model/openapi-objects.ts';
import { compareText } from './compare-texts.ts';
import { type At, type Comparison, inside } from './comparison.ts';
import { code, codes, member, namesOfBoth, textValue, without } from './values.ts';

/** Alternatives by the schemes that each asks for; '' for none. */
type Alternatives = ReadonlyMap<string, SecurityRequirementObject>;

/** What callers need. Without a demand, and with one of nothing among the alternatives, that is no log-in. */
export function compareSecurity(
  comparison: Comparison,
  at: At,
  before: readonly SecurityRequirementObject[],
  after: readonly SecurityRequirementObject[],
): void {
  const [first, second] = [alternativesOf(before), alternativesOf(after)];
  const ways = (alternatives: Alternatives) => codes([...alternatives.keys()].filter(Boolean), comparison.words);
  const [wasOpen, isOpen] = [first.has(''), second.has('')];
  if (wasOpen !== isOpen)
    comparison.report(at, wasOpen ? 'log-in-required' : 'log-in-dropped', ways(first), ways(second));
  for (const key of without([...second.keys()], [...first.keys()])) {
    // The first of them is what is required now.
    if (key !== '' && !(wasOpen && !isOpen)) comparison.report(at, 'log-in-added', null, code(key));
  }
  for (const key of without([...first.keys()], [...second.keys()])) {
    if (key !== '' && !(isOpen && !wasOpen)) comparison.reportGone(at, 'log-in-removed', code(key));
  }
  for (const [key, requirement] of second) {
    const old = first.get(key);
    if (old !== undefined) compareRequirements(comparison, at, old, requirement);
  }
}

function alternativesOf(security: readonly SecurityRequirementObject[]): Alternatives {
  const found = security.map((requirement) => [Object.keys(requirement).sort().join(' + '), requirement] as const);
  return new Map(found.length === 0 ? [['', {}]] : found);
}

function compareRequirements(
  comparison: Comparison,
  at: At,
  before: SecurityRequirementObject,
  after: SecurityRequirementObject,
): void {
  for (const [name, scopes] of Object.entries(after)) {
    const place = inside(at, { kind: 'scheme', name });
    const old = member(before, name) ?? [];
    for (const scope of without(scopes, old)) comparison.report(place, 'scope-added', null, code(scope));
    for (const scope of without(old, scopes)) comparison.report(place, 'scope-removed', code(scope), null);
    const first = member(comparison.before.record.components.securitySchemes, name);
    const second = member(comparison.after.record.components.securitySchemes, name);
    if (first === undefined || second === undefined) continue;
    const values = [
      comparison.before.components.resolve(first).value,
      comparison.after.components.resolve(second).value,
    ] as const;
    comparison.named(at, 'securitySchemes', name, name, ...values, (inner, a, b) =>
      compareSchemes(comparison, inner, a, b),
    );
  }
}

function compareSchemes(comparison: Comparison, at: At, before: SecuritySchemeObject, after: SecuritySchemeObject) {
  const [first, second] = [kindOf(before), kindOf(after)];
  if (first !== second) comparison.report(at, 'log-in-scheme-changed', code(first), code(second));
  const addresses = (flow: OAuthFlowObject | undefined): string =>
    [flow?.authorizationUrl, flow?.deviceAuthorizationUrl, flow?.tokenUrl, flow?.refreshUrl].filter(Boolean).join(' ');
  const moved = (old: string, now: string): void => {
    if (old !== now) comparison.report(at, 'log-in-address-changed', textValue(old), textValue(now));
  };
  const offered: [before: string[], after: string[]] = [[], []];
  for (const name of first === second ? namesOfBoth(before.flows ?? {}, after.flows ?? {}) : []) {
    const [old, now] = [member(before.flows, name), member(after.flows, name)];
    if (old === undefined) comparison.report(at, 'log-in-flow-added', null, code(name));
    else if (now === undefined) comparison.reportGone(at, 'log-in-flow-removed', code(name));
    else {
      moved(addresses(old), addresses(now));
      offered[0].push(...Object.keys(old.scopes ?? {}));
      offered[1].push(...Object.keys(now.scopes ?? {}));
    }
  }
  const [were, are] = offered.map((scopes) => [...new Set(scopes)]);
  for (const scope of without(are ?? [], were ?? [])) comparison.report(at, 'offered-scope-added', null, code(scope));
  for (const scope of without(were ?? [], are ?? [])) comparison.reportGone(at, 'offered-scope-removed', code(scope));
  moved(before.openIdConnectUrl ?? '', after.openIdConnectUrl ?? '');
  compareText(comparison, at, 'description-changed', before.description, after.description);
}

/** `apiKey in header X-Key`, `http basic`: what a client has to do. */
function kindOf({ type, scheme, in: place, name }: SecuritySchemeObject): string {
  const key = name === undefined ? '' : ` ${name}`;
  return [type, scheme?.toLowerCase(), place === undefined ? undefined : `in ${place}${key}`]
    .filter((part) => part !== undefined)
    .join(' ');
}
