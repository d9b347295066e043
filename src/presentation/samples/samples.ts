import type { Operation } from '../../model/operation.ts';
import { isRecord } from '../../schema/json-values.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { userScheme } from './credentials.ts';
import type { SampleLanguage } from './languages/contract.ts';
import { DEFAULT_SAMPLES, sampleLanguages } from './languages/registry.ts';
import { requestOf } from './operation-request.ts';
import { type SampleRequest, unknownScheme } from './sample-request.ts';

/** Sample of a request in one language. */
export interface Sample {
  /** Name in {@link sampleLanguages}, or the descriptor's name for another language, in lower case. */
  readonly language: string;
  readonly title: string;
  readonly text: string;
  /** Whether the sample sends the file `body` instead of a long or binary body. */
  readonly sendsFile?: boolean;
}

const LANGUAGES: readonly SampleLanguage[] = sampleLanguages;

/**
 * Samples in the descriptor, followed by generated samples for the remaining languages.
 * @param names names of the languages, in display order
 */
export function samplesOf(
  operation: Operation,
  baseUrl: string,
  names: readonly string[] = DEFAULT_SAMPLES,
): readonly Sample[] {
  const { record, service } = operation;
  const given = [record.extensions['x-codeSamples'], record.extensions['x-code-samples']].flatMap(givenSamples);
  const request = service.getKind() === 'webhook' ? null : requestOf(operation, baseUrl);
  if (request === null) return given;
  const words = wordsOf(service.api);
  const written = names.flatMap((name) => LANGUAGES.find((language) => language.name === name) ?? []);
  return [
    ...given,
    ...written
      .filter(({ name }) => !given.some(({ language }) => language === name))
      .map((language) => writtenSample(request, language, words)),
  ];
}

/** Writes a request in one language, with comments on the parts that the sample cannot express. */
export function writtenSample(request: SampleRequest, language: SampleLanguage, words: Words): Sample {
  const { name, title, bodyless = [] } = language;
  const hasNoBody = request.body !== null && bodyless.includes(request.method);
  const sent = hasNoBody ? { ...request, headers: request.headers.filter(isOfRequest), body: null } : request;
  const text = language.write(sent, notesOn(request, language, hasNoBody, words));
  return { language: name, title, text, ...(sent.body?.kind === 'file' && { sendsFile: true }) };
}

function isOfRequest([name]: SampleRequest['headers'][number]): boolean {
  return name.toLowerCase() !== 'content-type';
}

function notesOn(
  { method, credentials, body }: SampleRequest,
  { library, digest, certificate, partHeaders }: SampleLanguage,
  hasNoBody: boolean,
  words: Words,
): readonly string[] {
  const hasDigest = userScheme(credentials) === 'Digest';
  const hasCertificate = credentials.some(({ kind }) => kind === 'certificate');
  const unknown = library === 'curl' ? null : unknownScheme(credentials);
  return [
    ...(hasDigest && digest !== undefined
      ? [words.say('samples.logIn', { library, scheme: 'HTTP Digest', means: digest })]
      : []),
    ...(unknown === null ? [] : [words.say('samples.logIn', { library, scheme: unknown, means: 'curl' })]),
    ...(hasCertificate && certificate !== undefined ? [words.say('samples.certificate', { means: certificate })] : []),
    ...(partHeaders !== undefined && body?.kind === 'form' ? body.fields : []).flatMap(
      ([name, value, { type, headers = [] } = {}]) => [
        ...(partHeaders === 'type' || value === null || type === undefined
          ? []
          : [words.say('samples.typeLeftOut', { library, type, name })]),
        ...headers.map(([header]) => words.say('samples.headerLeftOut', { library, header, name })),
      ],
    ),
    ...(hasNoBody ? [words.say('samples.bodyLeftOut', { library, method })] : []),
  ];
}

/** Reads `x-codeSamples`, skipping malformed entries. */
function givenSamples(value: unknown): readonly Sample[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap(({ lang, label, source }) => {
    if (typeof source !== 'string' || source.trim() === '') return [];
    const name = (isNamed(lang) ? lang : isNamed(label) ? label : '').trim();
    const known = LANGUAGES.find(({ name: own, aliases }) => [own, ...aliases].includes(name.toLowerCase()));
    const title = isNamed(label) ? label.trim() : (known?.title ?? name);
    return title === '' ? [] : [{ language: known?.name ?? name.toLowerCase(), title, text: source.trimEnd() }];
  });
}

function isNamed(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
