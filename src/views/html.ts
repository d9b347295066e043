/** Property by which Astro recognises markup; Astro escapes all other text. */
const ASTRO_MARKUP = Symbol.for('astro:html-string');

/**
 * HTML that templates print unescaped without a directive: `{docStatusCodes(operation)}`. It also works as a string.
 */
export class Markup extends String {
  // A property of each instance would double the time to create one.
  get [ASTRO_MARKUP](): true {
    return true;
  }
}

/** Value in a template: text is escaped, markup is printed unchanged, lists are joined, other values print nothing. */
export type Content = string | number | Markup | readonly Content[] | boolean | null | undefined;

/** Serialized attribute; empty if it is omitted. */
class Attribute {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const MISPLACED = 'A value does not fit into its place in a template.';

/**
 * Creates HTML from a template: `` html`<li id="${id}">${name}</li>` ``. Every value is escaped; a value inside a tag
 * is an {@link attribute}, or text between double quotes. Line breaks and the indentation after them print nothing, as
 * in `.astro` files; `${' '}` prints a blank. For parts that occur thousands of times: cheaper than a component.
 * @throws if a value is in a position where escaping would not make it safe
 */
export function html(strings: TemplateStringsArray, ...values: readonly (Content | Attribute)[]): Markup {
  const { texts, places } = compiled(strings);
  let result = texts[0] ?? '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const place = places[index] ?? 'text';
    result += (place === 'text' ? printed(value) : valueInTag(place, value)) + (texts[index + 1] ?? '');
  }
  return new Markup(result);
}

function valueInTag(place: Exclude<Place, 'text'>, value: Content | Attribute): string {
  if (place === 'tag' && value instanceof Attribute) return value.text;
  // Markup is not allowed inside quotes, since it may contain quotes itself.
  if (place === 'quoted' && (typeof value === 'string' || typeof value === 'number')) return escapeHtml(String(value));
  throw new TypeError(MISPLACED);
}

/** Serializes an attribute: nothing for undefined or false, only the name for true. */
export function attribute(name: string, value: string | boolean | undefined): Attribute {
  if (value === undefined || value === false) return new Attribute('');
  if (!/^[a-z-]+$/.test(name)) throw new SyntaxError(`Not the name of an attribute: ${name}`);
  return new Attribute(value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`);
}

function printed(value: Content | Attribute): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  if (value instanceof Markup) return value.toString();
  if (value instanceof Attribute) throw new TypeError(MISPLACED);
  let result = '';
  if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) result += printed(value[index]);
  return result;
}

/** Syntactic position of a value in a template. */
type Place = 'text' | 'tag' | 'quoted';

interface Template {
  readonly texts: readonly string[];
  /** Position of each value. */
  readonly places: readonly Place[];
}

/** Cache of parsed templates, limited by the number of template literals in the code. */
const templates = new WeakMap<TemplateStringsArray, Template>();

function compiled(strings: TemplateStringsArray): Template {
  const known = templates.get(strings);
  if (known !== undefined) return known;
  let place: Place = 'text';
  const places: Place[] = [];
  const texts = strings.map((string) => {
    const text = string.replaceAll(/\n\s*/g, '');
    for (const character of text) place = next(place, character);
    places.push(place);
    // An attribute includes the preceding blank, so it must directly follow a name or another attribute.
    if (place === 'tag' && !/[\w"-]$|^$/.test(text)) throw new SyntaxError(`Not between double quotes: ${text}`);
    return text;
  });
  const template = { texts, places };
  templates.set(strings, template);
  return template;
}

function next(place: Place, character: string): Place {
  switch (place) {
    case 'text':
      return character === '<' ? 'tag' : 'text';
    case 'tag':
      return character === '>' ? 'text' : character === '"' ? 'quoted' : 'tag';
    case 'quoted':
      return character === '"' ? 'tag' : 'quoted';
    default:
      return place satisfies never;
  }
}

/** Escapes text for element content, where quotes stay as they are: escaped, they were a fifth of examples. */
function escapeText(text: string): string {
  // Most texts have none of these characters.
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}

/** Escapes text for quoted attributes, and for element content. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#039;') : text;
}
