import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, YAMLException } from 'js-yaml';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { Language } from '../model/language.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
import { isRecord } from '../schema/json-values.ts';
import { canonicalTag, knownLanguages, languageOf, messageFault, missingKeys } from '../words/languages.ts';
import { LOCALES_FOLDER } from './folders.ts';

interface LanguagesReading {
  /** Languages of the site, the default language first; undefined if built-in English is the only one. */
  readonly languages: readonly Language[] | undefined;
  readonly problems: readonly ConfigurationProblem[];
  readonly warnings: readonly ConfigurationWarning[];
}

const KEY = ['platform-documentation', 'locales'] as const;
const EXTENSIONS = ['yaml', 'yml', 'json'];
/** Maximum number of missing messages whose keys a warning names. */
const MOST_NAMED = 3;

/**
 * Reads `platform-documentation.locales` and the project's messages in `config/locales/<tag>.yaml` (or `.json`).
 * Messages in `de` also apply to `de-AT`. Never throws. Leaves out an invalid message with a warning, so that pages
 * show the built-in message; a file without messages is a problem.
 */
export function readLanguages(projectFolder: string, reading: ConfigurationReading): LanguagesReading {
  const problems: ConfigurationProblem[] = [];
  const warnings: ConfigurationWarning[] = [];
  const files = filesIn(projectFolder);
  const read = new Map<string, Messages>();
  const messagesOf = (file: string): Messages => {
    const known = read.get(file) ?? readMessages(projectFolder, file, problems, warnings);
    read.set(file, known);
    return known;
  };
  const { locales } = reading.configuration;
  const languages = locales.flatMap((written) => {
    const tag = canonicalTag(written) ?? written;
    const own = lineageOf(tag).flatMap((name) => files.findLast((file) => file.tag === name)?.path ?? []);
    const messages: Messages = Object.assign({}, ...own.map(messagesOf));
    const missing = missingKeys(tag, messages);
    const comesAlong = knownLanguages().includes(new Intl.Locale(tag).language);
    if (own.length === 0 && missing.length > 0 && !comesAlong) {
      problems.push({
        ...placeOfLocales(reading),
        message: `There are no messages for the language ${tag}.`,
        remedy: `Write ${LOCALES_FOLDER}/${tag}.yaml, or choose among ${knownLanguages().join(', ')}.`,
        closes: { kind: 'everything' },
      });
      return [];
    }
    // A built-in language may leave messages in English; a project need not translate those.
    if (missing.length > 0 && !comesAlong) {
      const named = missing.slice(0, MOST_NAMED).join(', ');
      warnings.push({
        ...atFile(own.at(-1) ?? ''),
        message: `${missing.length} messages in ${tag} are missing: ${named}${missing.length > MOST_NAMED ? ', …' : ''}.`,
        remedy: `Write them into ${LOCALES_FOLDER}/${tag}.yaml; until then pages say them in English.`,
      });
    }
    return [{ tag, messages }];
  });
  for (const { path } of files.filter((file) => !read.has(file.path)))
    warnings.push({
      ...atFile(path),
      message: 'No language of the site uses this file.',
      remedy: `Name its language in ${KEY.join('.')}, give it the name of one that is there (${locales.join(', ')}), or remove it.`,
    });
  const [first, ...others] = languages;
  const isPlain =
    first === undefined || (others.length === 0 && first.tag === 'en' && Object.keys(first.messages).length === 0);
  return {
    languages: isPlain
      ? undefined
      : languages.map(({ tag, messages }, index) =>
          languageOf(tag, messages, { isDefault: index === 0, isAlone: locales.length === 1 }),
        ),
    problems,
    warnings,
  };
}

type Messages = Readonly<Record<string, string>>;

function placeOfLocales(
  reading: ConfigurationReading,
): Pick<ConfigurationProblem, 'file' | 'line' | 'column' | 'path'> {
  return { file: reading.fileOf(KEY), line: 0, column: 0, path: KEY.join('.') };
}

function atFile(file: string): Pick<ConfigurationWarning, 'file' | 'line' | 'column' | 'path'> {
  return { file, line: 0, column: 0, path: '' };
}

/** Returns a tag preceded by its more general tags: `zh`, `zh-Hant`, `zh-Hant-TW`. */
function lineageOf(tag: string): readonly string[] {
  const parts = tag.split('-');
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'));
}

/** Lists the files with messages; of several files for one tag, the last is used. */
function filesIn(projectFolder: string): readonly { readonly tag: string | undefined; readonly path: string }[] {
  try {
    return readdirSync(join(projectFolder, LOCALES_FOLDER))
      .toSorted()
      .flatMap((name) => {
        const [, tag = '', extension = ''] = /^([^.].*)\.([a-z]+)$/.exec(name) ?? [];
        return EXTENSIONS.includes(extension) ? [{ tag: canonicalTag(tag), path: `${LOCALES_FOLDER}/${name}` }] : [];
      });
  } catch {
    return [];
  }
}

/** Reads the valid messages of a file and reports the invalid ones. */
function readMessages(
  projectFolder: string,
  file: string,
  problems: ConfigurationProblem[],
  warnings: ConfigurationWarning[],
): Messages {
  const refuse = (message: string, remedy: string, line: number, column: number): void => {
    problems.push({ file, line, column, path: '', message, remedy, closes: { kind: 'everything' } });
  };
  const warn = (path: string, message: string, remedy: string): void => {
    warnings.push({ ...atFile(file), path, message, remedy: `${remedy} Until then pages do without it.` });
  };
  const content = parsed(projectFolder, file, refuse);
  const messages: Record<string, string> = {};
  const visit = (value: unknown, path: string): void => {
    if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, path === '' ? key : `${path}.${key}`);
      return;
    }
    if (typeof value !== 'string') {
      warn(path, 'A message is text.', 'Write keys and messages, as in title.guides: Anleitungen.');
      return;
    }
    const fault = messageFault(path, value);
    if (fault === undefined) messages[path] = value;
    else warn(path, fault.message, fault.remedy);
  };
  if (content === undefined) return messages;
  if (isRecord(content)) visit(content, '');
  else refuse('The file has no messages.', 'Write keys and messages, as in “title.guides: Anleitungen”.', 1, 1);
  return messages;
}

function parsed(
  projectFolder: string,
  file: string,
  refuse: (message: string, remedy: string, line: number, column: number) => void,
): unknown {
  try {
    return load(readFileSync(join(projectFolder, file), 'utf8'), { maxDepth: 10, maxAliases: 0 });
  } catch (error) {
    const place = error instanceof YAMLException ? error.mark : undefined;
    const reason = error instanceof YAMLException ? `It cannot be read: ${error.reason}.` : 'The file cannot be read.';
    refuse(reason, 'Write it as YAML or JSON.', (place?.line ?? 0) + 1, (place?.column ?? 0) + 1);
    return undefined;
  }
}
