import { comments, escaped, indented, isSeen, unicodeEscape } from '../literals.ts';
import { type FormField, type ProgramRequest, programRequest, writtenBody } from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

const OWN_FUNCTIONS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

export const python: SampleLanguage = {
  name: 'python',
  title: 'Python',
  library: 'requests',
  aliases: ['py', 'python3', 'requests', 'python + requests'],
  write(sample, notes) {
    const request = programRequest(sample);
    const { method, url, login } = request;
    const call = OWN_FUNCTIONS.includes(method) ? `${method.toLowerCase()}(` : `request(\n    ${literal(method)},`;
    const lines = [...headersOf(request), ...loginOf(request), ...bodyOf(request)];
    return (
      comments('#', notes) +
      (login === null ? '' : 'import os\n\n') +
      'import requests\n' +
      (login === 'Digest' ? 'from requests.auth import HTTPDigestAuth\n' : '') +
      `\nresponse = requests.${call}\n    ${literal(url)},\n${indented(lines, '    ')})\n` +
      'print(response.status_code, response.text)'
    );
  },
  literal,
};

function literal(text: string): string {
  return `"${escaped(text, { special: '"', code: unicodeEscape })}"`;
}

function block(text: string): string {
  if (!text.includes('\n') || !isSeen(text)) return literal(text);
  // A quotation mark directly before the closing quotes must be escaped.
  return `"""${text.replaceAll('\\', '\\\\').replaceAll(/""(?=")|"$/g, (quotes) => quotes.replaceAll('"', '\\"'))}"""`;
}

function headersOf({ headers }: ProgramRequest): readonly string[] {
  if (headers.length === 0) return [];
  return ['headers={', ...headers.map(([name, value]) => `    ${literal(name)}: ${literal(value)},`), '},'];
}

function loginOf({ login, hasCertificate }: ProgramRequest): readonly string[] {
  const user = '("USER", os.environ["PASSWORD"])';
  return [
    ...(login === null ? [] : [`auth=${login === 'Digest' ? 'HTTPDigestAuth' : ''}${user},`]),
    ...(hasCertificate ? ['cert=("CERTIFICATE", "PRIVATE_KEY"),'] : []),
  ];
}

function bodyOf({ body }: ProgramRequest): readonly string[] {
  return writtenBody<readonly string[]>(body, [], {
    // The library `requests` encodes text as Latin-1, and fails for other characters.
    text: (text) => [`data=${block(text)}${/[^\0-\x7f]/.test(text) ? '.encode()' : ''},`],
    file: (name) => [`data=open(${literal(name)}, "rb"),`],
    form: ({ isMultipart, fields }) => {
      const textOf = ([, value, { type, headers = [] } = {}]: FormField): string => {
        if (!isMultipart) return value === null ? 'open("FILE").read()' : literal(value);
        const pairs = headers.map((header) => header.map(literal).join(': ')).join(', ');
        const more = pairs === '' ? '' : `, {${pairs}}`;
        const typed = (type ?? pairs) === '' ? '' : `, ${type === undefined ? 'None' : literal(type)}${more}`;
        if (value === null) return typed === '' ? 'open("FILE", "rb")' : `("FILE", open("FILE", "rb")${typed})`;
        return `(None, ${literal(value)}${typed})`;
      };
      return [
        isMultipart ? 'files=[' : 'data=[',
        ...fields.map((field) => `    (${literal(field[0])}, ${textOf(field)}),`),
        '],',
      ];
    },
  });
}
