import { BlockList, isIPv4 } from 'node:net';
import { MAX_FILE_BYTES, tooLarge } from '../../descriptors/parse.ts';
import { codeOf } from '../../files/system-error.ts';
import { bytesWithin } from '../../http/bytes-within.ts';

/** Bounds of the downloads for one descriptor. */
export interface Limits {
  readonly milliseconds: number;
  /** Size of each file, after decompression. */
  readonly bytes: number;
  readonly files: number;
}

export const LIMITS: Limits = { milliseconds: 60_000, bytes: MAX_FILE_BYTES, files: 200 };
const MOST_REDIRECTS = 5;
/** Asks servers that have several formats for OpenAPI. */
const ACCEPT =
  'application/vnd.oai.openapi+json, application/vnd.oai.openapi, application/openapi+json, application/openapi+yaml, ' +
  'application/yaml;q=0.9, application/json;q=0.9, text/*;q=0.8, */*;q=0.5';

/** Reason why a URL was not fetched: a message with its remedy. Contains no query, user name or password. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** True if the server says that there is nothing at the address. */
  readonly isMissing: boolean;

  constructor(url: URL, problem: string, remedy: string, isMissing = false) {
    super(`${shownUrl(url)}: ${problem} ${remedy}`);
    this.isMissing = isMissing;
  }
}

/** URL for messages and the lock file: a query may contain a token. */
export function shownUrl({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

/** A downloaded file with the URL at which it was found, after redirects. */
interface Download {
  readonly bytes: Uint8Array;
  readonly url: URL;
}

/**
 * Downloads a file by HTTPS, or by HTTP from this machine. Sends no credentials and no cookies.
 * @param signal ends the download
 * @param isPart true if redirects to another origin are refused
 * @throws {@link FetchError}
 */
export async function download(
  address: URL,
  signal: AbortSignal,
  { bytes: most }: Limits = LIMITS,
  isPart = false,
): Promise<Download> {
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    refuseUnsafe(url, address);
    if (isPart && url.origin !== address.origin)
      throw new FetchError(address, 'It redirects to another origin.', 'Bundle the descriptor into one file.');
    try {
      const response = await fetch(url, { headers: { Accept: ACCEPT }, redirect: 'manual', signal });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return { bytes: await bodyOf(response, url, most), url };
      await response.body?.cancel();
      if (redirects === MOST_REDIRECTS)
        throw new FetchError(url, `There are more than ${MOST_REDIRECTS} redirects.`, 'Name the last address.');
      const next = URL.parse(location, url);
      if (next === null) throw new FetchError(url, 'It redirects to no URL.', 'Name the address of the file itself.');
      url = next;
    } catch (error) {
      throw error instanceof FetchError ? error : failure(url, error);
    }
  }
}

/** @param first URL that the user named @throws {@link FetchError} */
function refuseUnsafe(url: URL, first: URL): void {
  if (url.username !== '' || url.password !== '')
    throw new FetchError(url, 'The address contains a user name or password.', DOWNLOAD);
  if (isLocal(url) && !isLocal(first))
    throw new FetchError(first, 'It redirects to this machine.', 'Name the address of the file itself.');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url))) return;
  if (url === first) throw new FetchError(url, 'The address is not https.', 'Write https://, or download it by hand.');
  throw new FetchError(first, 'It redirects to an address that is not https.', 'Name an https address of the file.');
}

const DOWNLOAD = 'Download the file with curl, and name the file.';

/** Addresses of this machine, which include the same addresses written as IPv6. */
const LOCAL = new BlockList();
for (const network of ['0.0.0.0', '127.0.0.0']) LOCAL.addSubnet(network, 8);
LOCAL.addSubnet('::', 127, 'ipv6');

/** True for an address of this machine itself. */
function isLocal({ hostname }: URL): boolean {
  if (hostname.startsWith('[')) return LOCAL.check(hostname.slice(1, -1), 'ipv6');
  return isIPv4(hostname) ? LOCAL.check(hostname) : /(?:^|\.)localhost\.?$/.test(hostname);
}

async function bodyOf(response: Response, url: URL, most: number): Promise<Uint8Array> {
  const { status, headers, body } = response;
  const refused = async (problem: string, remedy: string, isMissing = false): Promise<never> => {
    await body?.cancel();
    throw new FetchError(url, problem, remedy, isMissing);
  };
  if (status === 404 || status === 410) await refused('There is no such file (404).', 'Correct the address.', true);
  if (status === 401 || status === 403) await refused(`It needs a log-in (${status}).`, DOWNLOAD);
  if (status !== 200) await refused(`The server answers with the status ${status}.`, 'Try again later.');
  // Each coding of a chain multiplies what a few bytes become.
  if (headers.get('content-encoding')?.includes(',') === true)
    await refused('The answer is compressed several times.', DOWNLOAD);
  const bytes = await bytesWithin(body, most);
  if (bytes !== null) return bytes;
  const { message, remedy } = tooLarge(null, most);
  throw new FetchError(url, message, remedy);
}

function failure(url: URL, error: unknown): FetchError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return isLate
    ? new FetchError(url, 'The server takes too long.', 'Try again later.')
    : new FetchError(url, `The server cannot be reached (${codeOf(cause)}).`, 'Check the address and the network.');
}
