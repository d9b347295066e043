import { comments, escaped, hex, isSeen } from '../literals.ts';
import { type ProgramRequest, programRequest, writtenBody } from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

const OWN_CLASSES = new Map(
  ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'Trace'].map((name) => [name.toUpperCase(), name]),
);

export const ruby: SampleLanguage = {
  name: 'ruby',
  title: 'Ruby',
  library: 'Net::HTTP',
  aliases: ['rb', 'ruby + native', 'net::http'],
  partHeaders: 'type',
  digest: 'net-http-digest_auth',
  write(sample, notes) {
    const request = programRequest(sample);
    const { method, url, body, hasCertificate } = request;
    const ownClass = OWN_CLASSES.get(method);
    const made =
      ownClass === undefined
        ? `Net::HTTPGenericRequest.new(${literal(method)}, ${body !== null}, true, uri)`
        : `Net::HTTP::${ownClass}.new(uri)`;
    const options = [
      "use_ssl: uri.scheme == 'https'",
      ...(hasCertificate
        ? [
            "cert: OpenSSL::X509::Certificate.new(File.read('CERTIFICATE'))",
            "key: OpenSSL::PKey.read(File.read('PRIVATE_KEY'))",
          ]
        : []),
    ];
    const statements = [
      "require 'net/http'",
      '',
      `uri = URI(${literal(url)})`,
      `request = ${made}`,
      ...headersOf(request),
      ...bodyOf(request),
      '',
      `response = Net::HTTP.start(uri.host, uri.port, ${options.join(', ')}) do |http|`,
      '  http.request(request)',
      'end',
      'puts response.code, response.body',
    ];
    return comments('#', notes) + statements.join('\n');
  },
  literal,
};

/** Writes a Ruby literal in single quotes, where only quote and backslash are special and line breaks are allowed. */
function literal(text: string): string {
  if (isSeen(text)) return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  return `"${escaped(text, { special: '"#', code: (codePoint) => `\\u{${hex(codePoint)}}` })}"`;
}

function headersOf({ headers, login }: ProgramRequest): readonly string[] {
  return [
    ...headers.map(([name, value]) => `request[${literal(name)}] = ${literal(value)}`),
    ...(login === 'Basic' ? ["request.basic_auth('USER', ENV.fetch('PASSWORD'))"] : []),
  ];
}

function bodyOf({ body }: ProgramRequest): readonly string[] {
  return writtenBody<readonly string[]>(body, [], {
    text: (text) => [`request.body = ${literal(text)}`],
    file: (name) => [`request.body = File.binread(${literal(name)})`],
    form: ({ isMultipart, fields }) => {
      const file = isMultipart ? "File.open('FILE')" : "File.read('FILE')";
      const items = fields.map(([name, value, { type } = {}]) => {
        // Net::HTTP sends the media types of files only.
        const named = value === null ? '' : `filename: ${literal(name)}, `;
        const options = type === undefined || !isMultipart ? '' : `, { ${named}content_type: ${literal(type)} }`;
        return `  [${literal(name)}, ${value === null ? file : literal(value)}${options}],`;
      });
      return isMultipart
        ? ['request.set_form([', ...items, "], 'multipart/form-data')"]
        : ['request.set_form_data([', ...items, '])'];
    },
  });
}
