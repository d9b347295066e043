import { comments, escaped, hex, indented, isSeen } from '../literals.ts';
import {
  type FormField,
  hasFile,
  type ProgramRequest,
  partFields,
  partHead,
  programRequest,
  urlEncoded,
  writtenBody,
} from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

export const php: SampleLanguage = {
  name: 'php',
  title: 'PHP',
  library: 'curl',
  aliases: ['php + curl', 'php+curl', 'php curl'],
  write(sample, notes) {
    const request = programRequest(sample);
    const { method, url } = request;
    const options = [
      'CURLOPT_RETURNTRANSFER => true,',
      ...(method === 'HEAD' ? ['CURLOPT_NOBODY => true,', 'CURLOPT_HEADER => true,'] : []),
      ...(method === 'GET' || method === 'HEAD' ? [] : [`CURLOPT_CUSTOMREQUEST => ${literal(method)},`]),
      ...(method === 'GET' && request.body !== null ? ["CURLOPT_CUSTOMREQUEST => 'GET',"] : []),
      ...headersOf(request),
      ...loginOf(request),
      ...(/\/\.\.?(?:[/?#]|$)/.test(url) ? ['CURLOPT_PATH_AS_IS => true,'] : []),
      ...bodyOf(request),
    ];
    const boundary = isByHand(request) ? '$boundary = bin2hex(random_bytes(16));\n' : '';
    return (
      `<?php\n${comments('//', notes)}\n${boundary}$curl = curl_init(${literal(url)});\n` +
      `curl_setopt_array($curl, [\n${indented(options, '    ')}]);\necho curl_exec($curl);`
    );
  },
  literal,
};

/** Writes a PHP literal in single quotes, where only quote and backslash are special and line breaks are allowed. */
function literal(text: string): string {
  if (isSeen(text)) return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  return `"${escaped(text, { special: '"$', code: (codePoint) => `\\u{${hex(codePoint)}}` })}"`;
}

/** Whether PHP cannot write the parts of a form: an array has one value of each name, and no media types. */
function isByHand({ body }: ProgramRequest): boolean {
  return body?.kind === 'form' && body.isMultipart && !isArray(body.fields);
}

function isArray(fields: readonly FormField[]): boolean {
  const names = new Set(fields.map(([name]) => name));
  return names.size === fields.length && fields.every((field) => partFields(field).length === 0);
}

function partOf(field: FormField): string {
  const [, value] = field;
  const head = literal(partHead(field));
  const sent = value === null ? "file_get_contents('FILE')" : literal(value);
  return `    "--$boundary" . ${head} . ${sent} . "\\r\\n" .`;
}

function headersOf(request: ProgramRequest): readonly string[] {
  const { headers } = request;
  const type = isByHand(request) ? ['    "Content-Type: multipart/form-data; boundary=$boundary",'] : [];
  if (headers.length + type.length === 0) return [];
  // curl removes a field written as `Name:`; `Name;` sends an empty value.
  const lines = headers.map(([name, value]) => `    ${literal(value === '' ? `${name};` : `${name}: ${value}`)},`);
  return ['CURLOPT_HTTPHEADER => [', ...type, ...lines, '],'];
}

function loginOf({ login, hasCertificate }: ProgramRequest): readonly string[] {
  return [
    ...(login === null
      ? []
      : [`CURLOPT_HTTPAUTH => CURLAUTH_${login.toUpperCase()},`, "CURLOPT_USERPWD => 'USER:' . getenv('PASSWORD'),"]),
    ...(hasCertificate ? ["CURLOPT_SSLCERT => 'CERTIFICATE',", "CURLOPT_SSLKEY => 'PRIVATE_KEY',"] : []),
  ];
}

function bodyOf({ body }: ProgramRequest): readonly string[] {
  return writtenBody<readonly string[]>(body, [], {
    text: (text) => [`CURLOPT_POSTFIELDS => ${literal(text)},`],
    file: (name) => [`CURLOPT_POSTFIELDS => file_get_contents(${literal(name)}),`],
    form: ({ isMultipart, fields }) => {
      if (isMultipart && !isArray(fields))
        return ['CURLOPT_POSTFIELDS =>', ...fields.map(partOf), '    "--$boundary--\\r\\n",'];
      if (!isArray(fields)) return [`CURLOPT_POSTFIELDS => ${pairsOf(fields)},`];
      const file = isMultipart ? "new CURLFile('FILE')" : "file_get_contents('FILE')";
      const lines = fields.map(([name, value]) => `    ${literal(name)} => ${value === null ? file : literal(value)},`);
      // curl sends an array as a multipart body, and a string unchanged.
      return [`CURLOPT_POSTFIELDS => ${isMultipart ? '' : 'http_build_query('}[`, ...lines, isMultipart ? '],' : ']),'];
    },
  });
}

function pairsOf(fields: readonly FormField[]): string {
  return `${literal(urlEncoded(fields))}${hasFile(fields) ? " . urlencode(file_get_contents('FILE'))" : ''}`;
}
