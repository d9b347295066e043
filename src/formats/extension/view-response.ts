import { isToken } from '../../model/media-types.ts';
import type { RenderedContent } from './renderer.ts';

/** Visible ASCII, blanks between it: what every intermediary passes on unchanged (RFC 9110 §5.5). */
const FIELD_VALUE = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Header fields that the server sets itself for a format that it knows: strategies may not. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'accept-ranges access-control-allow-origin access-control-expose-headers allow cache-control connection content-encoding content-length ' +
    'content-location content-security-policy date etag keep-alive link location referrer-policy set-cookie trailer transfer-encoding upgrade vary www-authenticate ' +
    'x-content-type-options'
  ).split(' '),
);

/** The header fields of a response, each once; names in any case. */
export class ViewHeaders {
  readonly #fields = new Map<string, readonly [name: string, value: string]>();

  get(name: string): string | null {
    return this.#fields.get(name.toLowerCase())?.[1] ?? null;
  }

  /**
   * @throws for what cannot stand in a header, such as a line break from a descriptor, and for fields that are the
   * server's to set
   */
  set(name: string, value: string): this {
    if (!isToken(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header field.`);
    if (RESERVED.has(name.toLowerCase())) throw new TypeError(`The header field ${name} is set by the server.`);
    if (!FIELD_VALUE.test(value)) throw new TypeError(`The header field ${name} cannot hold ${JSON.stringify(value)}.`);
    this.#fields.set(name.toLowerCase(), [name, value]);
    return this;
  }

  /** Names and values in turn. */
  toList(): readonly string[] {
    return [...this.#fields.values()].flat();
  }
}

/** Response for one document in a custom format; it is written into the release with its header fields. */
export class ViewResponse {
  readonly headers = new ViewHeaders();
  content: RenderedContent;

  constructor(content: RenderedContent) {
    this.content = content;
  }
}
