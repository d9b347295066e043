import { decodedText } from '../../model/texts.ts';
import type { JsonObject } from './mson.ts';

/** URI template (RFC 6570) in the words of OpenAPI. */
export interface UriTemplate {
  readonly path: string;
  /** Parameters in the order of the template, without types. */
  readonly parameters: readonly JsonObject[];
  /** Parts that OpenAPI has no words for, as written. */
  readonly left: readonly string[];
}

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;

/** Converts a URI template: `/books/{id}{?page}` has the path `/books/{id}` and the query parameter `page`. */
export function parseUriTemplate(template: string): UriTemplate {
  const parameters = new Map<string, JsonObject>();
  const left: string[] = [];
  const literal = template.indexOf('?') === -1 ? template : withLiteralQuery(template, parameters);
  const path = literal.replaceAll(EXPRESSION, (whole, operator: string, list: string) => {
    const names = list.split(',').map((name) => name.trim());
    if (operator === '#') {
      left.push(whole);
      return '';
    }
    const isQuery = operator === '?' || operator === '&';
    for (const written of names) {
      const [, name = written, modifier = ''] = /^([^*:]*)(\*|:\d+)?$/.exec(written) ?? [];
      if (name === '') continue;
      const length = modifier.startsWith(':')
        ? { schema: { type: 'string', maxLength: Number(modifier.slice(1)) } }
        : {};
      parameters.set(`${isQuery ? 'query' : 'path'} ${name}`, {
        name: decodedText(name),
        in: isQuery ? 'query' : 'path',
        ...(!isQuery && { required: true }),
        ...(operator === ';' && { style: 'matrix' }),
        ...(operator === '.' && { style: 'label' }),
        ...(operator === '+' && { allowReserved: true }),
        explode: modifier === '*',
        ...length,
      });
    }
    if (isQuery) return '';
    const separator = operator === '/' ? '/' : '';
    return names
      .map((name) => `${separator}{${decodedText(name.replace(/(?:\*|:\d+)$/, ''))}}`)
      .join(separator === '' ? ',' : '');
  });
  return { path, parameters: [...parameters.values()], left };
}

/** Moves `?format=json` (one value), `?page={page}` and `?{page}` (any value) from a template into parameters. */
function withLiteralQuery(template: string, parameters: Map<string, JsonObject>): string {
  const start = template.replaceAll(EXPRESSION, (whole) => '\0'.repeat(whole.length)).indexOf('?');
  if (start === -1) return template;
  const query = template.slice(start + 1);
  const expressions = query.match(/\{[?&][^{}]*\}/g) ?? [];
  for (const pair of query.replaceAll(/\{[?&][^{}]*\}/g, '').split('&')) {
    const [written = '', value = ''] = pair.split('=');
    const isOpen = value === '' || value.includes('{');
    const schema = isOpen ? { type: 'string' } : { type: 'string', enum: [decodedText(value)] };
    for (const name of written.replace(/^\{([^{}]*)\}$/, '$1').split(','))
      if (name !== '')
        parameters.set(`query ${name}`, {
          name: decodedText(name),
          in: 'query',
          ...(!isOpen && { required: true }),
          schema,
        });
  }
  return template.slice(0, start) + expressions.join('');
}

/**
 * Converts the URI of a heading to a template from the root of the host.
 * @param host value of the metadata line HOST; may be empty
 */
export function pathBelow(host: string, uri: string): { readonly template: string; readonly isAsWritten: boolean } {
  if (/^[/{]/.test(uri)) return { template: uri, isAsWritten: true };
  if (host !== '' && uri.startsWith(host))
    return { template: `/${uri.slice(host.length).replace(/^\//, '')}`, isAsWritten: true };
  const [, path = uri] = /^https?:\/\/[^/{]*(.*)$/is.exec(uri) ?? [];
  return { template: /^[/{]/.test(path) ? path : `/${path}`, isAsWritten: false };
}
