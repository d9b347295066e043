/** Routes such as `/book[/:book_id]`: `:name` is a segment, `[...]` is an optional part; optional parts nest. */

type RoutePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'segment'; readonly name: string }
  | { readonly kind: 'optional'; readonly parts: readonly RoutePart[] };

export interface Route {
  readonly parts: readonly RoutePart[];
  /** Names of all segments, in order. */
  readonly segments: readonly string[];
}

/** Maximum number of optional parts; a route with more could have thousands of URI templates. */
const MOST_OPTIONAL_PARTS = 10;

const TOKEN = /:([A-Za-z_](?:[\w-]*\w)?)|([[\]])|([^:[\]]+)|(.)/gs;

/** Parses a route. @returns the reason, as text, if the route is malformed */
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
 * Lists the URI templates of a route, the template with all optional parts first: `/ping/{name}`, `/ping`.
 * @param required segment that the templates must contain
 */
export function uriTemplates(route: Route, required?: string): readonly string[] {
  const all = [...new Set(expand(route.parts).map((template) => template || '/'))];
  return required === undefined ? all : all.filter((template) => template.includes(`{${required}}`));
}

/** Lists the URI templates without a segment: the paths of the collection whose entities the segment identifies. */
export function uriTemplatesWithout(route: Route, segment: string): readonly string[] {
  return uriTemplates(route).filter((template) => !template.includes(`{${segment}}`));
}

/** Lists the names of the segments in a URI template, in order. */
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
