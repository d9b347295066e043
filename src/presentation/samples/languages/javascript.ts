import { comments, escaped, hex, indented, isSeen } from '../literals.ts';
import { type FormField, hasFile, type ProgramRequest, programRequest, writtenBody } from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

/** JavaScript: `fetch` in Node.js; in browsers, samples with files or environment variables do not run. */
export const javascript: SampleLanguage = {
  name: 'javascript',
  title: 'JavaScript',
  library: 'fetch',
  aliases: ['js', 'node', 'nodejs', 'node.js', 'fetch', 'node + fetch', 'javascript + fetch'],
  partHeaders: 'type',
  digest: 'digest-fetch',
  certificate: 'Agent (undici)',
  bodyless: ['GET', 'HEAD'],
  write(sample, notes) {
    const request = programRequest(sample);
    const { imports, statements, body } = bodyOf(request);
    const options = [
      ...(request.method === 'GET' ? [] : [`  method: ${literal(request.method)},`]),
      ...headersOf(request),
      ...(body === null ? [] : [`  body: ${body},`]),
    ];
    const argument = options.length === 0 ? '' : `, {\n${indented(options)}}`;
    return (
      comments('//', notes) +
      imports +
      (imports === '' ? '' : '\n') +
      indented(statements) +
      `const response = await fetch(${literal(request.url)}${argument});\n` +
      'console.log(response.status, await response.text());'
    );
  },
  literal,
};

function literal(text: string): string {
  return `"${escaped(text, { special: '"', code })}"`;
}

function block(text: string): string {
  if (!text.includes('\n') || !isSeen(text)) return literal(text);
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')}\``;
}

function code(codePoint: number): string {
  return `\\u{${hex(codePoint)}}`;
}

function headersOf({ headers, login }: ProgramRequest): readonly string[] {
  const lines = [
    ...(login === 'Basic' ? ['    "Authorization": "Basic " + btoa("USER:" + process.env.PASSWORD),'] : []),
    // The key `__proto__` must be computed, since a plain one would set the prototype.
    ...headers.map(
      ([name, value]) => `    ${name === '__proto__' ? `["${name}"]` : literal(name)}: ${literal(value)},`,
    ),
  ];
  return lines.length === 0 ? [] : ['  headers: {', ...lines, '  },'];
}

interface Body {
  readonly imports: string;
  readonly statements: readonly string[];
  readonly body: string | null;
}

const READ_FILE = 'import { readFile } from "node:fs/promises";\n';

function bodyOf({ body }: ProgramRequest): Body {
  const whole = (written: string | null, imports = ''): Body => ({ imports, statements: [], body: written });
  return writtenBody(body, whole(null), {
    text: (text) => whole(block(text)),
    file: (name) => whole(`await readFile(${literal(name)})`, READ_FILE),
    form: ({ isMultipart, fields }) => {
      const fileImport = isMultipart ? 'import { openAsBlob } from "node:fs";\n' : READ_FILE;
      const textOf = ([, value, { type } = {}]: FormField): string => {
        if (value === null && !isMultipart) return 'await readFile("FILE", "utf8")';
        const typed = type === undefined ? '' : `{ type: ${literal(type)} }`;
        if (value === null) return `await openAsBlob("FILE"${typed && `, ${typed}`}), "FILE"`;
        return typed === '' ? literal(value) : `new Blob([${literal(value)}], ${typed})`;
      };
      return {
        imports: hasFile(fields) ? fileImport : '',
        statements: [
          `const form = new ${isMultipart ? 'FormData' : 'URLSearchParams'}();`,
          ...fields.map((field) => `form.append(${literal(field[0])}, ${textOf(field)});`),
          '',
        ],
        body: 'form',
      };
    },
  });
}
