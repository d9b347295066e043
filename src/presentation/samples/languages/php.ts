import { comments, escaped, hex, indented, isSeen } from '../literals.ts';
import { type ProgramRequest, programRequest, writtenBody } from '../sample-request.ts';
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
    return (
      `<?php\n${comments('//', notes)}\n$curl = curl_init(${literal(url)});\n` +
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

function headersOf({ headers }: ProgramRequest): readonly string[] {
  if (headers.length === 0) return [];
  // curl removes a field written as `Name:`; `Name;` sends an empty value.
  const lines = headers.map(([name, value]) => `    ${literal(value === '' ? `${name};` : `${name}: ${value}`)},`);
  return ['CURLOPT_HTTPHEADER => [', ...lines, '],'];
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
      const file = isMultipart ? "new CURLFile('FILE')" : "file_get_contents('FILE')";
      const lines = fields.map(([name, value]) => `    ${literal(name)} => ${value === null ? file : literal(value)},`);
      // curl sends an array as a multipart body, and a string unchanged.
      return [`CURLOPT_POSTFIELDS => ${isMultipart ? '' : 'http_build_query('}[`, ...lines, isMultipart ? '],' : ']),'];
    },
  });
}
