import type { Hashed, Parameters } from '../../fixtures/auth/digest-client.ts';

/** One record of `tests/vectors`: a request, and what the server must make of it. */
export interface ProtocolCase {
  /** The rule, readable without the request. */
  readonly name: string;
  /** Section of the RFC, of the specification or of the design that has the rule. */
  readonly source: string;
  readonly given: Given;
  readonly expected?: Expected;
  /** Status of a request that may let no client through: it never reaches what is protected. */
  readonly mustFail?: number;
  /** The development server has no validators, and sends Vite's files. */
  readonly productionOnly?: true;
}

export interface Given {
  /** GET where it is left out. */
  readonly method?: string;
  /** Sent unchanged; defaults to the target of the table. */
  readonly target?: string;
  /** Header lines as they are sent; one character a byte, texts between braces as in `authorization`. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Announced by Content-Length; held back until the server asks for it where Expect is among the headers. */
  readonly body?: string;
  /**
   * One field line each. `{base64:ada:secret}` stands for the text in base64 of its UTF-8, `{hex:61}` for these bytes
   * in base64,
   * `{digest}` for right Digest parameters (or those of `digest`), `{1000*x}` for as many x.
   */
  readonly authorization?: readonly string[];
  readonly digest?: DigestGiven;
}

/**
 * Right credentials of ada but for what is said here. `tests/vectors/digest.json` has the same words for the verifier
 * alone.
 */
export interface DigestGiven {
  /**
   * Values sent instead of the right ones; null: not sent. `{nonce}`, `{opaque}`, `{response}` and `{realm}` stand for
   * the right ones.
   */
  readonly parameters?: Parameters;
  /**
   * Values that the client hashes instead, and sends unless `parameters` says otherwise. `{secret}` is the stored
   * value.
   */
  readonly hashed?: Partial<Hashed>;
  /** Hashes something else than what it sends. */
  readonly onlyHashed?: boolean;
  readonly order?: 'reversed';
  readonly names?: 'upper';
  readonly separator?: string;
  readonly equals?: string;
  readonly suffix?: string;
  readonly response?: 'upper' | 'short' | 'long';
  /** The whole text behind the scheme instead. */
  readonly credentials?: string;
  /** Target of the challenge, if another one. */
  readonly challengedAt?: string;
  /** Change to the nonce before it is used and hashed. */
  readonly nonce?: 'tampered' | 'cut' | 'zeroes' | 'older';
  /** Waits so long between challenge and credentials. */
  readonly afterMilliseconds?: number;
  /** Counts that are used up before, each in a right request of its own. */
  readonly spent?: readonly string[];
}

export interface Expected {
  readonly status: number;
  /** User that the program behind the proxy sees, `null` for a guest; only where a proxy answers. */
  readonly user?: string | null;
  /** Lower-cased names; `/…/` is a regular expression, null: absent. Lines of one name are joined by a line break. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Header lines that the program behind the proxy receives, in the same notation. */
  readonly upstream?: Readonly<Record<string, string | null>>;
  /** Members that the JSON body has, or the body itself; `/…/` as above. */
  readonly body?: string | Readonly<Record<string, unknown>>;
  /** Schemes of the challenges, in their order. */
  readonly challenges?: readonly string[];
  /** Whether the server asked for the body that was held back. */
  readonly continued?: boolean;
}
