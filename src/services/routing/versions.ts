import { parseAccept } from '../../http/accept.ts';
import { isToken, type MediaType, parseMediaType } from '../../http/grammar.ts';
import type { Api } from '../../model/api.ts';
import { versionedName } from '../../model/locations.ts';

/** Header fields that may name a version. */
export interface VersionHeaders {
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
}

interface NamedVersion {
  /** Name in lower case, since media types ignore case. */
  readonly api: string;
  readonly version: number;
}

const VENDOR_SUBTYPE = /^vnd\.(.+)\.v([1-9]\d{0,8})\+json$/;
/** Vendor media type as lenient programs read it: `application/vnd.library.v02`. */
const LENIENT_VENDOR = /^\s*[^\s;/]*\/vnd\.([^\s;]+)\.v0*(\d+)\s*(?:\+[^\s;]*\s*)?(?:;|$)/i;
const MENTIONS_VENDOR = /\/vnd\./i;
const PATH_VERSION = /^v([1-9]\d{0,8})$/;

/** Vendor media type `application/vnd.library.v2+json`; null if a media type cannot contain the API's name. */
export function vendorMediaType(api: string, version: number): string | null {
  const subtype = `vnd.${api.toLowerCase()}.v${version}+json`;
  return isToken(subtype) ? `application/${subtype}` : null;
}

/** Versions in the vendor media types of a request: versions in Accept by weight, then the one in Content-Type. */
function namedVersions({ accept = '', contentType = '' }: VersionHeaders): readonly NamedVersion[] {
  const accepted = MENTIONS_VENDOR.test(accept) ? parseAccept(accept).filter(({ weight }) => weight > 0) : [];
  const sent = MENTIONS_VENDOR.test(contentType) ? parseMediaType(contentType) : undefined;
  return [...accepted.toSorted((a, b) => b.weight - a.weight), ...(sent === undefined ? [] : [sent])].flatMap(
    versionOf,
  );
}

/** Returns the version to use for the API of a name; undefined if no API of that name is published. */
export type ChosenVersion = (api: string) => number | undefined;

/** Versions of all published APIs, and the choice among them for a request. */
export class PublishedVersions {
  readonly #defaults: ReadonlyMap<string, number>;
  readonly #names: ReadonlySet<string>;

  constructor(apis: readonly Api[]) {
    this.#defaults = new Map(apis.map((api) => [api.getName(), api.getDefaultVersion()]));
    this.#names = new Set(apis.map((api) => versionedName(api.getName(), api.getVersion())));
  }

  has(api: string, version: number): boolean {
    return this.#names.has(versionedName(api, version));
  }

  /** Chooses versions for paths without one: the first published version in a vendor media type, else the default. */
  chosenBy(headers: VersionHeaders): ChosenVersion {
    const named = namedVersions(headers);
    return (api) =>
      named.find((choice) => choice.api === api.toLowerCase() && this.has(api, choice.version))?.version ??
      this.#defaults.get(api);
  }
}

/**
 * Whether a header names a version other than the one to which the request was routed: an upstream might serve that
 * version, whose access rules were not checked. Accept may list several versions, and is compared only with a version
 * from the path.
 */
export function contradictsVersion(
  { accept = '', contentType = '' }: VersionHeaders,
  api: string,
  version: number,
  isInPath: boolean,
): boolean {
  const sent = lenientVersion(contentType, api);
  if (sent !== undefined && sent !== version) return true;
  const accepted = isInPath ? membersOf(accept).flatMap((member) => lenientVersion(member, api) ?? []) : [];
  return accepted.length > 0 && !accepted.includes(version);
}

/** Value of Accept without the members that name another version of the API. */
export function withoutOtherVersions(accept: string, api: string, version: number): string {
  if (!MENTIONS_VENDOR.test(accept)) return accept;
  const isKept = (member: string): boolean => (lenientVersion(member, api) ?? version) === version;
  return membersOf(accept)
    .filter(isKept)
    .map((member) => member.trim())
    .join(', ');
}

/** Members of a list, or none if it contains no vendor media type; commas in quotes do not separate members. */
function membersOf(list: string): readonly string[] {
  return MENTIONS_VENDOR.test(list) ? (list.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) : [];
}

function lenientVersion(mediaType: string, api: string): number | undefined {
  const [, name, version] = (MENTIONS_VENDOR.test(mediaType) && LENIENT_VENDOR.exec(mediaType)) || [];
  return name?.toLowerCase() === api.toLowerCase() ? Number(version) : undefined;
}

/** Version that a segment names: 2 for `v2`; undefined for any other segment. */
export function pathVersion(segment: string | undefined): number | undefined {
  const digits = segment === undefined ? undefined : PATH_VERSION.exec(segment)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function versionOf({ type, subtype }: MediaType): readonly NamedVersion[] {
  const [, api, version] = (type === 'application' && VENDOR_SUBTYPE.exec(subtype)) || [];
  return api === undefined ? [] : [{ api, version: Number(version) }];
}
