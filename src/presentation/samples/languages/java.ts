import { comments, escaped, hex, indented } from '../literals.ts';
import {
  type FormField,
  hasFile,
  type ProgramRequest,
  partHead,
  programRequest,
  urlEncoded,
  writtenBody,
} from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

/** Java: the JDK's HTTP client, since Java 11; multipart bodies use `concat`, since Java 16. */
export const java: SampleLanguage = {
  name: 'java',
  title: 'Java',
  library: 'java.net.http',
  aliases: ['java + httpclient', 'java + net'],
  digest: 'Apache HttpClient',
  certificate: 'HttpClient.Builder.sslContext',
  write(sample, notes) {
    const request = programRequest(sample);
    const { imports, statements, publisher } = bodyOf(request);
    const builder = [
      `HttpRequest request = HttpRequest.newBuilder(URI.create(${literal(request.url)}))`,
      ...headersOf(request).map((header) => `    ${header}`),
      `    .method(${literal(request.method)}, ${publisher})`,
      '    .build();',
    ];
    const allImports = [
      ...['java.net.URI', 'java.net.http.HttpClient', 'java.net.http.HttpRequest', 'java.net.http.HttpResponse'],
      'java.net.http.HttpRequest.BodyPublishers',
      ...(request.login === 'Basic' ? ['java.util.Base64'] : []),
      ...imports,
    ];
    const main = [
      ...statements,
      ...builder,
      'HttpResponse<String> response = HttpClient.newHttpClient()',
      '    .send(request, HttpResponse.BodyHandlers.ofString());',
      'System.out.println(response.statusCode() + " " + response.body());',
    ];
    return (
      comments('//', notes) +
      indented([...new Set(allImports)].sort().map((name) => `import ${name};`)) +
      '\npublic class Main {\n    public static void main(String[] arguments) throws Exception {\n' +
      `${indented(main, '        ')}    }\n}`
    );
  },
  literal,
};

/** Writes a Java literal. Java decodes `\u` before it parses, so line breaks and quotes need other escapes. */
function literal(text: string): string {
  const code = (codePoint: number): string =>
    codePoint < 0x80
      ? `\\${codePoint.toString(8).padStart(3, '0')}`
      : String.fromCodePoint(codePoint)
          .split('')
          .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
          .join('');
  return `"${escaped(text, { special: '"', code })}"`;
}

/** Writes a text of several lines as a Java expression: one literal for each line, joined by `+`. */
function block(text: string): string {
  return text
    .split(/(?<=\n)/)
    .map(literal)
    .join(' +\n                ');
}

function headersOf({ headers, login, body }: ProgramRequest): readonly string[] {
  const user = 'Base64.getEncoder().encodeToString(("USER:" + System.getenv("PASSWORD")).getBytes())';
  const formType =
    body?.kind !== 'form'
      ? null
      : body.isMultipart
        ? '"multipart/form-data; boundary=" + boundary'
        : literal('application/x-www-form-urlencoded');
  return [
    ...(formType === null ? [] : [`.header("Content-Type", ${formType})`]),
    ...headers.map(([name, value]) => `.header(${literal(name)}, ${literal(value)})`),
    ...(login === 'Basic' ? [`.header("Authorization", "Basic " + ${user})`] : []),
  ];
}

interface Body {
  readonly imports: readonly string[];
  readonly statements: readonly string[];
  readonly publisher: string;
}

function bodyOf({ body }: ProgramRequest): Body {
  const published = (publisher: string, ...imports: readonly string[]): Body => ({
    imports,
    statements: [],
    publisher,
  });
  return writtenBody(body, published('BodyPublishers.noBody()'), {
    text: (text) => published(`BodyPublishers.ofString(${block(text)})`),
    file: (name) => published(fileNamed(name), 'java.nio.file.Path'),
    form: ({ isMultipart, fields }) => (isMultipart ? partsOf(fields) : pairsOf(fields)),
  });
}

function fileNamed(name: string): string {
  return `BodyPublishers.ofFile(Path.of(${literal(name)}))`;
}

function pairsOf(fields: readonly FormField[]): Body {
  const text = literal(urlEncoded(fields));
  if (!hasFile(fields)) return { imports: [], statements: [], publisher: `BodyPublishers.ofString(${text})` };
  return {
    imports: ['java.net.URLEncoder', 'java.nio.charset.StandardCharsets', 'java.nio.file.Files', 'java.nio.file.Path'],
    statements: [`String file = Files.readString(Path.of("FILE"));`],
    publisher: `BodyPublishers.ofString(${text} + URLEncoder.encode(file, StandardCharsets.UTF_8))`,
  };
}

/** Statements that build a multipart body, which the JDK does not support. */
function partsOf(fields: readonly FormField[]): Body {
  const parts = fields.flatMap((field) => {
    const [, value] = field;
    const head = `"--" + boundary + ${literal(`${partHead(field)}${value === null ? '' : `${value}\r\n`}`)}`;
    const written = `BodyPublishers.ofString(${head}),`;
    return value === null ? [written, `${fileNamed('FILE')},`, 'BodyPublishers.ofString("\\r\\n"),'] : [written];
  });
  return {
    imports: ['java.nio.file.Path', 'java.util.UUID'].slice(hasFile(fields) ? 0 : 1),
    statements: [
      'String boundary = UUID.randomUUID().toString();',
      'HttpRequest.BodyPublisher form = BodyPublishers.concat(',
      ...parts.map((part) => `    ${part}`),
      '    BodyPublishers.ofString("--" + boundary + "--\\r\\n"));',
    ],
    publisher: 'form',
  };
}
