import { comments, escaped, hex, indented, isSeen } from '../literals.ts';
import { type ProgramRequest, programRequest, writtenBody } from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

const OWN_FUNCTIONS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/** Rust: the blocking client of reqwest, with the features `blocking` and, for multipart bodies, `multipart`. */
export const rust: SampleLanguage = {
  name: 'rust',
  title: 'Rust',
  library: 'reqwest',
  aliases: ['rs', 'reqwest', 'rust + reqwest'],
  partHeaders: 'type',
  digest: 'diqwest',
  write(sample, notes) {
    const request = programRequest(sample);
    const { method, url } = request;
    const call = OWN_FUNCTIONS.includes(method)
      ? `.${method.toLowerCase()}(${literal(url)})`
      : `.request(reqwest::Method::from_bytes(b${literal(method)})?, ${literal(url)})`;
    const { statements, calls } = bodyOf(request);
    const main = [
      ...clientOf(request),
      ...statements,
      'let response = client',
      ...[call, ...headersOf(request), ...calls, '.send()?;'].map((line) => `    ${line}`),
      'println!("{} {}", response.status(), response.text()?);',
      'Ok(())',
    ];
    const start = `${comments('//', notes)}use std::error::Error;\n\nfn main() -> Result<(), Box<dyn Error>>`;
    return `${start} {\n${indented(main, '    ')}}`;
  },
  literal,
};

function literal(text: string): string {
  return `"${escaped(text, { special: '"', code: (codePoint) => `\\u{${hex(codePoint)}}` })}"`;
}

function block(text: string): string {
  if (!text.includes('\n') || !isSeen(text)) return literal(text);
  const hashes = '#'.repeat((text.match(/"#*/g) ?? []).reduce((most, { length }) => Math.max(most, length), 1));
  return `r${hashes}"${text}"${hashes}`;
}

function clientOf({ hasCertificate }: ProgramRequest): readonly string[] {
  if (!hasCertificate) return ['let client = reqwest::blocking::Client::new();'];
  return [
    'let certificate = [std::fs::read("CERTIFICATE")?, std::fs::read("PRIVATE_KEY")?].concat();',
    'let client = reqwest::blocking::Client::builder()',
    '    .identity(reqwest::Identity::from_pem(&certificate)?)',
    '    .build()?;',
  ];
}

function headersOf({ headers, login }: ProgramRequest): readonly string[] {
  return [
    ...headers.map(([name, value]) => `.header(${literal(name)}, ${literal(value)})`),
    ...(login === 'Basic' ? ['.basic_auth("USER", Some(std::env::var("PASSWORD")?))'] : []),
  ];
}

interface Body {
  readonly statements: readonly string[];
  readonly calls: readonly string[];
}

function bodyOf({ body }: ProgramRequest): Body {
  const calling = (...calls: readonly string[]): Body => ({ statements: [], calls });
  return writtenBody(body, calling(), {
    text: (text) => calling(`.body(${block(text)})`),
    file: (name) => calling(`.body(std::fs::read(${literal(name)})?)`),
    form: ({ isMultipart, fields }) => {
      if (!isMultipart) {
        const items = fields.map(
          ([name, value]) =>
            `    (${literal(name)}, ${value === null ? 'std::fs::read_to_string("FILE")?' : `${literal(value)}.to_string()`}),`,
        );
        return { statements: ['let form = [', ...items, '];'], calls: ['.form(&form)'] };
      }
      const parts = fields.map(([name, value, { type } = {}]) => {
        const made = value === null ? '.file("FILE")?' : `.text(${literal(value)})`;
        if (type === undefined) return `    ${made.replace('(', `(${literal(name)}, `)}`;
        const part = `reqwest::blocking::multipart::Part::${made.slice(1)}`;
        return `    .part(${literal(name)}, ${part}.mime_str(${literal(type)})?)`;
      });
      return {
        statements: [
          'let form = reqwest::blocking::multipart::Form::new()',
          ...parts.slice(0, -1),
          `${parts.at(-1) ?? ''};`,
        ],
        calls: ['.multipart(form)'],
      };
    },
  });
}
