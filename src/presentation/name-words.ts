/** Names that programs made, in words. */

/** Boundaries of words in names: a sign, a change from small to capital letters, the end of capitals before a word. */
const BETWEEN_WORDS = /[\s_\-./:~+,;|]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** `ConfigMap` → `Config`, `Map`; `userIDs`, `OpenIDKeys` → `user`, `IDs` and `OpenID`, `Keys`. */
export function partsOfName(name: string): readonly string[] {
  const parts: string[] = [];
  for (const part of name.split(BETWEEN_WORDS)) {
    const joined = `${parts.at(-1) ?? ''}${part}`;
    if (parts.length > 0 && SPELLINGS.has(joined)) parts[parts.length - 1] = joined;
    else if (part !== '') parts.push(part);
  }
  return parts;
}

/** Removes signs and capitals for a comparison that ignores them: `OAuth 2` → `oauth2`. */
export function lettersIn(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** `createDropletAction` → `Create droplet action`, `get_HTTPServer` → `Get HTTP server`; '' where there is no word. */
export function wordsOfName(name: string): string {
  const words = partsOfName(name).map(wordInText);
  return words.some((word) => /\p{L}{2}/u.test(word)) ? sentenceCase(words.join(' ')) : '';
}

/** The first letter in capitals, unless the word has capitals of its own, as `iPhone` has. */
export function sentenceCase(text: string): string {
  return /^\p{Ll}(?!\S*\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Words that texts about APIs write with capitals, however a name has them. */
const SPELLED = (
  '2D 3D ACL AI API BGP CA CDN CI CIDR CLI CORS CPU CSI CSR CSS CSV CVE DB DHCP DKIM DNS FTP GPG GPU HMAC HTML HTTP ' +
  'HTTPS IAM IBAN ID IP IPv4 IPv6 IoT JSON JWK JWKS JWT KMS LDAP LFS LLM MFA NAT NFS OIDC OTP PDF PGP QR RAM RBAC ' +
  'RPC RSA RSS SAML SARIF SBOM SCIM SDK SFTP SHA SKU SLA SMS SMTP SQL SSD SSH SSL SSO SVG SaaS TCP TLS TTL UDP UI ' +
  'URI URL USB UTC UUID VAT VLAN VM VPC VPN VPS XML YAML ' +
  'CodeQL GitHub GraphQL MongoDB MySQL OAuth OAuth2 OpenAPI OpenID PostgreSQL iOS macOS'
).split(' ');
const SPELLINGS: ReadonlySet<string> = new Set(SPELLED.flatMap((word) => [word, `${word}s`]));
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(SPELLED.map((word) => [word.toLowerCase(), word]));

/** Writes a word of a name as within a sentence. Abbreviations that are not known keep their capitals. */
function wordInText(word: string): string {
  const small = word.toLowerCase();
  const whole = ABBREVIATIONS.get(small);
  if (whole !== undefined) return whole;
  const singular = small.endsWith('s') ? ABBREVIATIONS.get(small.slice(0, -1)) : undefined;
  if (singular !== undefined) return `${singular}s`;
  return /^\p{Lu}\p{Ll}/u.test(word) ? small : word;
}
