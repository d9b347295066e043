import { escapeHtml, Markup } from './helpers/markup.ts';

/** What a template holds: text is escaped, markup stands as it is, lists are joined, the rest prints nothing. */
export type Content = string | number | Markup | readonly Content[] | boolean | null | undefined;

/** An attribute with its value, or none. */
class Attribute {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * HTML from a template: `` html`<li id="${id}">${name}</li>` ``. Every value is escaped; in a tag it stands between
 * double quotes, or is an {@link attribute}. Line breaks with the indent behind them print nothing, as in `.astro`
 * files; a blank that matters is `${' '}`. Many times cheaper than a component of Astro, for what a page has thousands
 * of.
 * @throws when the template itself has a value where escaping does not hold
 */
export function html(strings: TemplateStringsArray, ...values: readonly (Content | Attribute)[]): Markup {
  const { texts, isInTag } = compiled(strings);
  let result = texts[0] ?? '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value instanceof Attribute !== isInTag[index])
      throw new TypeError('A value and its place in a tag do not fit.');
    result += value instanceof Attribute ? value.text : printed(value);
    result += texts[index + 1] ?? '';
  }
  return new Markup(result);
}

/** Left out where the value is undefined or false, without a value where it is true. */
export function attribute(name: string, value: string | boolean | undefined): Attribute {
  if (value === undefined || value === false) return new Attribute('');
  return new Attribute(value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`);
}

function printed(value: Content | Attribute): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value instanceof Markup) return value.toString();
  if (Array.isArray(value)) {
    let result = '';
    for (const one of value) result += printed(one);
    return result;
  }
  return typeof value === 'number' ? String(value) : '';
}

interface Template {
  readonly texts: readonly string[];
  /** Of each value: whether it is an attribute as a whole. */
  readonly isInTag: readonly boolean[];
}

/** Templates are literals: there are as many as places in the code. */
const templates = new WeakMap<TemplateStringsArray, Template>();

function compiled(strings: TemplateStringsArray): Template {
  const known = templates.get(strings);
  if (known !== undefined) return known;
  const isInTag: boolean[] = [];
  let place: 'text' | 'tag' | 'value' = 'text';
  const texts = strings.map((string, index) => {
    const text = string.replaceAll(/\n\s*/g, '');
    for (const character of text) place = next(place, character);
    if (index < strings.length - 1) {
      if (place === 'tag' && /[^\w"-]$|=$/.test(text)) throw new SyntaxError(`Not between double quotes: ${text}`);
      isInTag.push(place === 'tag');
    }
    return text;
  });
  const template = { texts, isInTag };
  templates.set(strings, template);
  return template;
}

function next(place: 'text' | 'tag' | 'value', character: string): 'text' | 'tag' | 'value' {
  switch (place) {
    case 'text':
      return character === '<' ? 'tag' : 'text';
    case 'tag':
      return character === '>' ? 'text' : character === '"' ? 'value' : 'tag';
    case 'value':
      return character === '"' ? 'tag' : 'value';
    default:
      return place satisfies never;
  }
}
