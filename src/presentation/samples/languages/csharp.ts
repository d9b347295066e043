import { comments, escaped, unicodeEscape } from '../literals.ts';
import { type ProgramRequest, programRequest, writtenBody } from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

/** C#: top-level statements with the implicit usings of .NET 6. */
export const csharp: SampleLanguage = {
  name: 'csharp',
  title: 'C#',
  library: 'HttpClient',
  aliases: ['c#', 'cs', 'dotnet', '.net', 'csharp + httpclient', 'c# + httpclient'],
  partHeaders: 'type',
  write(sample, notes) {
    const request = programRequest(sample);
    const content = contentOf(request);
    const headers = headersOf(request, content !== null);
    const usings = [
      ...(request.login === 'Digest' ? ['System.Net'] : []),
      ...([...headers, content ?? ''].join('').includes('HeaderValue') ? ['System.Net.Http.Headers'] : []),
      ...(request.hasCertificate ? ['System.Security.Cryptography.X509Certificates'] : []),
      ...(request.login === 'Basic' ? ['System.Text'] : []),
    ];
    const statements = [
      ...usings.map((name) => `using ${name};`),
      ...(usings.length === 0 ? [] : ['']),
      `var address = new Uri(${literal(request.url)});`,
      ...clientOf(request),
      `using var request = new HttpRequestMessage(new HttpMethod(${literal(request.method)}), address);`,
      ...(content === null ? [] : [content]),
      ...headers,
      'using var response = await client.SendAsync(request);',
      'Console.WriteLine((int)response.StatusCode + " " + await response.Content.ReadAsStringAsync());',
    ];
    return comments('//', notes) + statements.join('\n');
  },
  literal,
};

/** Header fields that describe a body, which .NET sets on the content, not on the request. */
const CONTENT_HEADER =
  /^(?:allow|content-(?:disposition|encoding|language|location|md5|range|type)|expires|last-modified)$/i;

function literal(text: string): string {
  return `"${escaped(text, { special: '"', code: unicodeEscape })}"`;
}

/** Writes a text as joined literals, one for each line. */
function block(text: string): string {
  return text
    .split(/(?<=\n)/)
    .map(literal)
    .join(' +\n    ');
}

function clientOf({ login, hasCertificate }: ProgramRequest): readonly string[] {
  if (login !== 'Digest' && !hasCertificate) return ['using var client = new HttpClient();'];
  const user = 'new NetworkCredential("USER", Environment.GetEnvironmentVariable("PASSWORD"))';
  return [
    'using var handler = new HttpClientHandler();',
    ...(login === 'Digest' ? [`handler.Credentials = new CredentialCache { { address, "Digest", ${user} } };`] : []),
    ...(hasCertificate
      ? ['handler.ClientCertificates.Add(X509Certificate2.CreateFromPemFile("CERTIFICATE", "PRIVATE_KEY"));']
      : []),
    'using var client = new HttpClient(handler);',
  ];
}

function headersOf({ headers, login }: ProgramRequest, hasContent: boolean): readonly string[] {
  const user = 'Encoding.UTF8.GetBytes("USER:" + Environment.GetEnvironmentVariable("PASSWORD"))';
  return [
    ...headers.flatMap(([name, value]) => {
      if (/^content-type$/i.test(name))
        return hasContent
          ? [`request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${literal(value)});`]
          : [];
      const isOfContent = CONTENT_HEADER.test(name);
      if (isOfContent && !hasContent) return [];
      const target = isOfContent ? 'request.Content.Headers' : 'request.Headers';
      return [`${target}.TryAddWithoutValidation(${literal(name)}, ${literal(value)});`];
    }),
    ...(login === 'Basic'
      ? [`request.Headers.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(${user}));`]
      : []),
  ];
}

/** Statement that sets the content of the request; null without a body. */
function contentOf({ body }: ProgramRequest): string | null {
  return writtenBody<string | null>(body, null, {
    text: (text) => `request.Content = new StringContent(${block(text)});`,
    file: (name) => `request.Content = new StreamContent(File.OpenRead(${literal(name)}));`,
    form: ({ isMultipart, fields }) => {
      const items = fields.map(([name, value, { type } = {}]) => {
        if (!isMultipart)
          return `    new(${literal(name)}, ${value === null ? 'File.ReadAllText("FILE")' : literal(value)}),`;
        if (value !== null)
          return `    { new StringContent(${literal(value)}${type === undefined ? '' : `, null, ${literal(type)}`}), ${literal(name)} },`;
        const typed =
          type === undefined ? '' : ` { Headers = { ContentType = MediaTypeHeaderValue.Parse(${literal(type)}) } }`;
        return `    { new StreamContent(File.OpenRead("FILE"))${typed}, ${literal(name)}, "FILE" },`;
      });
      return isMultipart
        ? `request.Content = new MultipartFormDataContent\n{\n${items.join('\n')}\n};`
        : `request.Content = new FormUrlEncodedContent(new KeyValuePair<string, string>[]\n{\n${items.join('\n')}\n});`;
    },
  });
}
