import { parseAccept } from '../../http/accept.ts';
import { isToken } from '../../http/grammar.ts';
import type { MediaType } from '../../http/media-type.ts';
import { parseMediaType } from '../../http/media-type.ts';

/** Header fields that may name a version. */
export interface VersionHeaders {
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
}

export interface NamedVersion {
  /** In lower case: media types have no case. */
  readonly api: string;
  readonly version: number;
}

const VENDOR_SUBTYPE = /^vnd\.(.+)\.v([1-9]\d{0,8})\+json$/;
const MENTIONS_VENDOR = /\/vnd\./i;
const PATH_VERSION = /^v([1-9]\d{0,8})$/;

/** `application/vnd.library.v2+json`; null for an API whose name cannot stand in a media type. */
export function vendorMediaType(api: string, version: number): string | null {
  const subtype = `vnd.${api.toLowerCase()}.v${version}+json`;
  return isToken(subtype) ? `application/${subtype}` : null;
}

/** The versions that the vendor media types of a request name: those of Accept by weight, then that of Content-Type. */
export function namedVersions({ accept = '', contentType = '' }: VersionHeaders): readonly NamedVersion[] {
  const accepted = MENTIONS_VENDOR.test(accept) ? parseAccept(accept).filter(({ weight }) => weight > 0) : [];
  const sent = MENTIONS_VENDOR.test(contentType) ? parseMediaType(contentType) : undefined;
  return [...accepted.toSorted((a, b) => b.weight - a.weight), ...(sent === undefined ? [] : [sent])].flatMap(versionOf);
}

/** `v2` → 2; undefined for what is no version. */
export function pathVersion(segment: string | undefined): number | undefined {
  const digits = segment === undefined ? undefined : PATH_VERSION.exec(segment)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function versionOf({ type, subtype }: MediaType): readonly NamedVersion[] {
  const [, api, version] = (type === 'application' && VENDOR_SUBTYPE.exec(subtype)) || [];
  return api === undefined ? [] : [{ api, version: Number(version) }];
}
