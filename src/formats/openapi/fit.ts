import type { Api } from '../../model/api.ts';
import { componentReference } from '../../model/components.ts';
import type { Document, Site } from '../../model/page/document.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { componentNames } from '../openapi-core/component-names.ts';
import type { Scope } from '../openapi-core/conform.ts';
import { INVALID } from '../openapi-core/conform.ts';
import { openApiDocument } from '../openapi-core/document.ts';
import type { DocumentGrammar } from '../openapi-core/document-grammar.ts';
import { documentGrammar } from '../openapi-core/document-grammar.ts';
import type { JsonMap } from '../openapi-core/json-map.ts';
import { siteLogins } from '../site-logins.ts';

type OpenApiVersion = '3.0' | '3.1' | '3.2';

const VERSION_TEXT: Readonly<Record<OpenApiVersion, string>> = { '3.0': '3.0.4', '3.1': '3.1.2', '3.2': '3.2.0' };
const grammars = new Map<OpenApiVersion, DocumentGrammar>();

/** What was fitted last of a document that is in use: a build writes it as JSON, then as YAML. */
const fitted = new WeakMap<
  Document,
  { readonly site: Site; readonly version: OpenApiVersion; readonly value: JsonMap }
>();

/** A valid OpenAPI document of an API or of one service. */
export function fitOpenApi(document: Document, site: Site, version: OpenApiVersion): JsonMap {
  const known = fitted.get(document);
  if (known?.site === site && known.version === version) return known.value;
  const value = fittedOf(document, site, version);
  fitted.set(document, { site, version, value });
  return value;
}

function fittedOf(document: Document, site: Site, version: OpenApiVersion): JsonMap {
  if (document.level !== 'api' && document.level !== 'service')
    throw new Error(`OpenAPI has no document of level ${document.level}.`);
  const raw = { openapi: VERSION_TEXT[version], ...openApiDocument(document, site) };
  const grammar = grammars.get(version) ?? documentGrammar(version);
  grammars.set(version, grammar);
  const result = grammar.document(raw, scopeOf(document.api, raw, grammar, version));
  return isRecord(result) ? result : {};
}

function scopeOf(api: Api, raw: JsonMap, grammar: DocumentGrammar, version: OpenApiVersion): Scope {
  const { byReference } = componentNames(api.record.components);
  const broken = new Set<string>();
  const scope: Scope = {
    reference(ref) {
      const target = byReference.get(ref);
      if (target === undefined || broken.has(ref)) return null;
      const section = target.section === 'mediaTypes' && version !== '3.2' ? 'x-mediaTypes' : target.section;
      return `#/components/${section}/${target.name}`;
    },
    resolve: (ref) => byReference.get(ref)?.value,
    schemes: new Map(),
    operationIds: new Set(operationIdsOf(raw)),
    rest: [],
  };
  const fits = (section: keyof DocumentGrammar['parts'], value: unknown): boolean =>
    section === 'schemas'
      ? isRecord(value) || typeof value === 'boolean'
      : grammar.parts[section](value, scope) !== INVALID;
  // A reference to a broken component breaks the component that consists of it, and so on.
  for (let before = -1; before < broken.size; ) {
    before = broken.size;
    for (const [ref, { section, value }] of byReference) if (!broken.has(ref) && !fits(section, value)) broken.add(ref);
  }
  const schemes = Object.entries(api.record.components.securitySchemes).flatMap(([name]): [string, string][] => {
    const own = scope.reference(componentReference('securitySchemes', name));
    return own === null ? [] : [[name, own.slice('#/components/securitySchemes/'.length)]];
  });
  const enforced = [...siteLogins(api).values()].map(({ name }): [string, string] => [name, name]);
  return { ...scope, schemes: new Map([...schemes, ...enforced]), enforced: new Set(enforced.map(([name]) => name)) };
}

function operationIdsOf(raw: JsonMap): readonly string[] {
  const items = [raw['paths'], raw['webhooks']].flatMap((paths) => (isRecord(paths) ? Object.values(paths) : []));
  return items.flatMap((item) =>
    isRecord(item)
      ? Object.values(item).flatMap((operation) =>
          isRecord(operation) && typeof operation['operationId'] === 'string' ? [operation['operationId']] : [],
        )
      : [],
  );
}
