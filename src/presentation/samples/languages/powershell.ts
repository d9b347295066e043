import { comments, escaped, hex, indented, isSeen } from '../literals.ts';
import {
  type FormField,
  hasFile,
  type ProgramRequest,
  programRequest,
  urlEncoded,
  writtenBody,
} from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

const OWN_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'MERGE'];

/** PowerShell 7, which asks for passwords in a dialog or on the command line. */
export const powershell: SampleLanguage = {
  name: 'powershell',
  title: 'PowerShell',
  library: 'Invoke-WebRequest',
  aliases: ['pwsh', 'ps1', 'powershell + webrequest', 'powershell + restmethod'],
  partHeaders: 'type',
  write(sample, notes) {
    const request = programRequest(sample);
    const { method, url } = request;
    const options = [
      `Uri = ${literal(url)}`,
      `${OWN_METHODS.includes(method) ? 'Method' : 'CustomMethod'} = ${literal(method)}`,
      ...headersOf(request),
      ...loginOf(request),
      ...bodyOf(request),
    ];
    return `${comments('#', notes)}${indented(contentsOf(request))}$request = @{\n${indented(options, '    ')}}\n(Invoke-WebRequest @request).Content`;
  },
  literal,
};

/** Quotes that end a single-quoted literal, including typographic quotes. */
const SINGLE = /['\u2018-\u201b]/g;
const DOUBLE = '"\u201c\u201d\u201e$';

function literal(text: string): string {
  if (isSeen(text)) return `'${text.replaceAll(SINGLE, '$&$&')}'`;
  return `"${escaped(text, { mark: '`', special: DOUBLE, code: (codePoint) => `\`u{${hex(codePoint)}}` })}"`;
}

function headersOf({ headers, body }: ProgramRequest): readonly string[] {
  const type =
    body?.kind === 'form'
      ? body.isMultipart
        ? undefined
        : 'application/x-www-form-urlencoded'
      : headers.find(([name]) => /^content-type$/i.test(name))?.[1];
  const others = headers.filter(([name]) => !/^content-type$/i.test(name));
  return [
    ...(others.length === 0
      ? []
      : ['Headers = @{', ...others.map(([name, value]) => `    ${literal(name)} = ${literal(value)}`), '}']),
    ...(type === undefined ? [] : [`ContentType = ${literal(type)}`]),
  ];
}

/** Parameters for the log-in. `-Credential` waits for a challenge, and so supports both Basic and Digest. */
function loginOf({ login, hasCertificate, url }: ProgramRequest): readonly string[] {
  const certificate = '[Security.Cryptography.X509Certificates.X509Certificate2]';
  return [
    ...(login === null ? [] : ['Credential = Get-Credential USER']),
    ...(login !== null && !/^https:/i.test(url) ? ['AllowUnencryptedAuthentication = $true'] : []),
    ...(hasCertificate ? [`Certificate = ${certificate}::CreateFromPemFile('CERTIFICATE', 'PRIVATE_KEY')`] : []),
  ];
}

function bodyOf({ body }: ProgramRequest): readonly string[] {
  return writtenBody<readonly string[]>(body, [], {
    text: (text) => [`Body = ${literal(text)}`],
    file: (name) => [`InFile = ${literal(name)}`],
    form: ({ isMultipart, fields }) => (isMultipart ? partsOf(fields) : pairsOf(fields)),
  });
}

/** Options for a form. The keys of a PowerShell hash table are case-insensitive, and its parts have no media types. */
function partsOf(fields: readonly FormField[]): readonly string[] {
  if (isByHand(fields)) return ['Body = $form'];
  const items = fields.map(
    ([name, value]) => `    ${literal(name)} = ${value === null ? "Get-Item 'FILE'" : literal(value)}`,
  );
  return ['Form = @{', ...items, '}'];
}

function isByHand(fields: readonly FormField[]): boolean {
  const names = new Set(fields.map(([name]) => name.toLowerCase()));
  return names.size < fields.length || fields.some(([, , { type } = {}]) => type !== undefined);
}

/** Statements for a form that is made of .NET contents. */
function contentsOf({ body }: ProgramRequest): readonly string[] {
  if (body?.kind !== 'form' || !body.isMultipart || !isByHand(body.fields)) return [];
  return [
    '$form = [Net.Http.MultipartFormDataContent]::new()',
    ...body.fields.flatMap(([name, value, { type } = {}]) => {
      const made =
        value === null
          ? "[Net.Http.StreamContent]::new([IO.File]::OpenRead((Get-Item 'FILE').FullName))"
          : `[Net.Http.StringContent]::new(${literal(value)})`;
      const typed = type === undefined ? [] : [`$part.Headers.ContentType = ${literal(type)}`];
      return [`$part = ${made}`, ...typed, `$form.Add($part, ${literal(name)}${value === null ? ", 'FILE'" : ''})`];
    }),
  ];
}

function pairsOf(fields: readonly FormField[]): readonly string[] {
  const written = `Body = ${literal(urlEncoded(fields))}`;
  return hasFile(fields) ? [`${written} + [Uri]::EscapeDataString((Get-Content -Raw 'FILE'))`] : [written];
}
