/** Route match strings: `/book[/:book_id]`. `:name` is a segment, `[...]` an optional part, which may hold others. */

type RoutePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'segment'; readonly name: string }
  | { readonly kind: 'optional'; readonly parts: readonly RoutePart[] };

export interface Route {
  readonly parts: readonly RoutePart[];
  /** Names of all segments, in order. */
  readonly segments: readonly string[];
}

/** A route with more optional parts than this would have over a thousand URI templates. */
const MOST_OPTIONAL_PARTS = 10;

const TOKEN = /:([A-Za-z_](?:[\w-]*\w)?)|([[\]])|([^:[\]]+)|(.)/gs;

/** @returns the reason, as text, if the route is malformed */
export function parseRoute(text: string): Route | string {
  if (!text.startsWith('/') && !text.startsWith('[/')) return 'it does not start with a slash';
  const unfit = /[\s{}?#\\\p{Cc}]|\p{Cs}/u.exec(text.toWellFormed())?.[0];
  if (unfit !== undefined) return `${JSON.stringify(unfit)} cannot stand in a route`;
  const open: RoutePart[][] = [[]];
  const segments: string[] = [];
  let optionalParts = 0;
  for (const [, name, bracket, literal] of text.matchAll(TOKEN)) {
    const here = open.at(-1) ?? [];
    if (name !== undefined) {
      if (segments.includes(name)) return `it has the segment :${name} twice`;
      segments.push(name);
      here.push({ kind: 'segment', name });
    } else if (literal !== undefined) {
      here.push({ kind: 'text', text: literal });
    } else if (bracket === '[') {
      open.push([]);
      optionalParts += 1;
    } else if (bracket === ']') {
      const parts = open.pop() ?? [];
      const outer = open.at(-1);
      if (outer === undefined) return 'a "]" has no "["';
      if (parts.length === 0) return 'an optional part is empty';
      outer.push({ kind: 'optional', parts });
    } else {
      return 'a ":" has no name behind it';
    }
  }
  if (open.length > 1) return 'a "[" has no "]"';
  if (optionalParts > MOST_OPTIONAL_PARTS) return `it has more than ${MOST_OPTIONAL_PARTS} optional parts`;
  return { parts: open[0] ?? [], segments };
}

/**
 * The URI templates of a route, the one with every optional part first: `/ping/{name}`, `/ping`.
 * @param required only those with this segment
 */
export function uriTemplates(route: Route, required?: string): readonly string[] {
  const all = [...new Set(expand(route.parts).map((template) => template || '/'))];
  return required === undefined ? all : all.filter((template) => template.includes(`{${required}}`));
}

/** The URI templates without a segment: those of the collection, in which the segment identifies an entity. */
export function uriTemplatesWithout(route: Route, segment: string): readonly string[] {
  return uriTemplates(route).filter((template) => !template.includes(`{${segment}}`));
}

/** Names of the segments in a URI template, in order. */
export function segmentsOf(template: string): readonly string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

function expand(parts: readonly RoutePart[]): readonly string[] {
  return parts.reduce<readonly string[]>(
    (templates, part) => templates.flatMap((template) => choicesOf(part).map((choice) => template + choice)),
    [''],
  );
}

function choicesOf(part: RoutePart): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'segment':
      return [`{${part.name}}`];
    case 'optional':
      return [...expand(part.parts), ''];
    default:
      return part satisfies never;
  }
}
