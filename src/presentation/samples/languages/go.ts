import { comments, escaped, hex, indented, isSeen, unicodeEscape } from '../literals.ts';
import {
  type FormField,
  hasFile,
  type ProgramRequest,
  partFields,
  programRequest,
  writtenBody,
} from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

export const go: SampleLanguage = {
  name: 'go',
  title: 'Go',
  library: 'net/http',
  aliases: ['golang', 'go + native'],
  digest: 'github.com/icholy/digest',
  certificate: 'http.Transport.TLSClientConfig',
  write(sample, notes) {
    const request = programRequest(sample);
    const { packages, statements, body } = bodyOf(request);
    const imports = ['fmt', 'io', 'net/http', ...(request.login === 'Basic' ? ['os'] : []), ...packages];
    const names = [...new Set(imports)].sort().map((name) => `"${name}"`);
    const main = [
      ...statements,
      `request, err := http.NewRequest(${literal(request.method)}, ${literal(request.url)}, ${body})`,
      ...FAILED,
      ...headersOf(request),
      'response, err := http.DefaultClient.Do(request)',
      ...FAILED,
      'defer response.Body.Close()',
      'text, err := io.ReadAll(response.Body)',
      ...FAILED,
      'fmt.Println(response.Status, string(text))',
    ];
    const start = `${comments('//', notes)}package main\n\nimport (\n${indented(names, '\t')})`;
    return `${start}\n\nfunc main() {\n${indented(main, '\t')}}`;
  },
  literal,
};

const FAILED = ['if err != nil {', '\tpanic(err)', '}'];

function literal(text: string): string {
  return `"${escaped(text, { special: '"', code: (at) => (at < 0x80 ? `\\x${hex(at, 2)}` : unicodeEscape(at)) })}"`;
}

function block(text: string): string {
  return text.includes('\n') && isSeen(text) && !text.includes('`') ? `\`${text}\`` : literal(text);
}

function headersOf({ headers, login, body }: ProgramRequest): readonly string[] {
  const isForm = body?.kind === 'form';
  const encoded = literal('application/x-www-form-urlencoded');
  return [
    ...(isForm
      ? [`request.Header.Set("Content-Type", ${body.isMultipart ? 'form.FormDataContentType()' : encoded})`]
      : []),
    ...headers.map(([name, value]) => `request.Header.Set(${literal(name)}, ${literal(value)})`),
    ...(login === 'Basic' ? ['request.SetBasicAuth("USER", os.Getenv("PASSWORD"))'] : []),
  ];
}

interface Body {
  readonly packages: readonly string[];
  readonly statements: readonly string[];
  readonly body: string;
}

function bodyOf({ body }: ProgramRequest): Body {
  const inBody = (name: string, ...statements: readonly string[]): Body => ({
    packages: [name],
    statements,
    body: 'body',
  });
  return writtenBody<Body>(
    body,
    { packages: [], statements: [], body: 'nil' },
    {
      text: (text) => inBody('strings', `body := strings.NewReader(${block(text)})`),
      file: (name) => inBody('os', `body, err := os.Open(${literal(name)})`, ...FAILED),
      form: ({ isMultipart, fields }) => (isMultipart ? partsOf(fields) : pairsOf(fields)),
    },
  );
}

function pairsOf(fields: readonly FormField[]): Body {
  const file = fileOf(fields);
  return {
    packages: ['net/url', 'strings', ...file.packages],
    statements: [
      ...file.statements,
      'form := url.Values{}',
      ...fields.map(
        ([name, value]) => `form.Add(${literal(name)}, ${value === null ? 'string(file)' : literal(value)})`,
      ),
    ],
    body: 'strings.NewReader(form.Encode())',
  };
}

/** Statements that read the file of a form; empty for a form without a file. */
function fileOf(fields: readonly FormField[]): Omit<Body, 'body'> {
  return hasFile(fields)
    ? { packages: ['os'], statements: ['file, err := os.ReadFile("FILE")', ...FAILED] }
    : { packages: [], statements: [] };
}

/** Statements that write a form's parts. Text parts are written to memory, so no error is checked. */
function partsOf(fields: readonly FormField[]): Body {
  const file = fileOf(fields);
  return {
    packages: [
      'bytes',
      'mime/multipart',
      ...(fields.some((field) => partFields(field).length > 0) ? ['net/textproto'] : []),
      ...file.packages,
    ],
    statements: [
      ...file.statements,
      'var body bytes.Buffer',
      'form := multipart.NewWriter(&body)',
      ...fields.flatMap((field, index) => {
        const [name, value] = field;
        const own = partFields(field);
        if (value !== null && own.length === 0) return [`form.WriteField(${literal(name)}, ${literal(value)})`];
        const disposition = `form-data; name="${name.replaceAll('"', '%22')}"${value === null ? '; filename="FILE"' : ''}`;
        const head = [['Content-Disposition', disposition] as const, ...own];
        const pairs = head.map(([key, text]) => `${literal(key)}: {${literal(text)}}`).join(', ');
        const made =
          own.length === 0 ? `CreateFormFile(${literal(name)}, "FILE")` : `CreatePart(textproto.MIMEHeader{${pairs}})`;
        return [
          `part${index}, _ := form.${made}`,
          `part${index}.Write(${value === null ? 'file' : `[]byte(${literal(value)})`})`,
        ];
      }),
      'form.Close()',
    ],
    body: '&body',
  };
}
