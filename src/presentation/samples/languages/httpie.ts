import { comments, shellWord } from '../literals.ts';
import {
  hasFile,
  isPastable,
  type ProgramRequest,
  programRequest,
  type SampleForm,
  urlEncoded,
  writtenBody,
} from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

/** Generator of commands for HTTPie, which asks for passwords as curl does. */
export const httpie: SampleLanguage = {
  name: 'httpie',
  title: 'HTTPie',
  library: 'HTTPie',
  aliases: ['http', 'shell + httpie', 'https'],
  partHeaders: 'none',
  write(sample, notes) {
    const request = programRequest(sample);
    const { method, url, login, hasCertificate } = request;
    const { options, items } = bodyOf(request);
    const words = [
      ...(login === null ? [] : [`${login === 'Digest' ? '-A digest ' : ''}-a USER`]),
      ...(hasCertificate ? ['--cert CERTIFICATE', '--cert-key PRIVATE_KEY'] : []),
      ...(/\/\.\.?(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
      ...options,
      // HTTPie interprets no argument after `--` as an option.
      ...(items.some((word) => word.startsWith("'-")) ? ['--'] : []),
      `${/^[A-Z]+$/.test(method) ? method : shellWord(method)} ${shellWord(url)}`,
      ...headersOf(request),
      ...items,
    ];
    return `${comments('#', notes)}http ${words.join(' \\\n  ')}`;
  },
  literal: shellWord,
};

/** Separators between name and value of a request item, which a backslash escapes. */
const SEPARATORS = /[:=@;]/g;
/** Backslash directly before a separator, which HTTPie cannot express. */
const UNWRITABLE = /\\[:=@;]/;

function isWritable(text: string): boolean {
  return !UNWRITABLE.test(text) && isPastable(text);
}

function item(name: string, separator: string, value: string): string {
  const written = isWritable(value) ? value.replaceAll(SEPARATORS, '\\$&') : name.toUpperCase();
  return shellWord(`${name.replaceAll(SEPARATORS, '\\$&')}${separator}${written}`);
}

function headersOf({ headers, body }: ProgramRequest): readonly string[] {
  const isEncoded = body?.kind === 'form' && !body.isMultipart && !(hasFile(body.fields) && isWritten(body));
  return [
    ...headers.map(([name, value]) => (value === '' ? shellWord(`${name};`) : item(name, ':', value))),
    ...(isEncoded ? ["'Content-Type:application/x-www-form-urlencoded'"] : []),
  ];
}

interface Body {
  readonly options: readonly string[];
  readonly items: readonly string[];
}

function bodyOf({ body }: ProgramRequest): Body {
  return writtenBody<Body>(
    body,
    { options: [], items: [] },
    { text: rawBody, file: (name) => ({ options: [], items: [shellWord(`@${name}`)] }), form: formOf },
  );
}

/** Option for a raw body. A text with a leading hyphen needs `--raw=`; HTTPie does not support the text `--`. */
function rawBody(text: string): Body {
  if (text === '--') return { options: [], items: ["'@body'"] };
  return { options: [`--raw${text.startsWith('-') ? '=' : ' '}${shellWord(text)}`], items: [] };
}

/** Whether HTTPie can express all fields; a trailing backslash in a name would escape the separator. */
function isWritten({ fields }: SampleForm): boolean {
  return fields.every(([name]) => name !== '' && isWritable(`${name}:`));
}

function formOf(form: SampleForm): Body {
  const { isMultipart, fields } = form;
  if (!isMultipart && !hasFile(fields)) return rawBody(urlEncoded(fields));
  if (!isWritten(form)) return { options: [], items: ["'@body'"] };
  const items = fields.map(([name, value, { type } = {}]) => {
    if (value !== null) return item(name, '=', value);
    const written = item(name, isMultipart ? '@' : '=@', 'FILE');
    return type === undefined ? written : `${written.slice(0, -1)};type=${type}'`;
  });
  return { options: [isMultipart ? '--multipart' : '--form'], items };
}
