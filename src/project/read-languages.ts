import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, YAMLException } from 'js-yaml';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { Language } from '../model/language.ts';
import { isRecord } from '../model/schema/json-values.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
import { canonicalTag, knownLanguages, languageOf, messageFault, missingKeys } from '../words/languages.ts';
import { LOCALES_FOLDER } from './folders.ts';

interface LanguagesReading {
  /** The default first; undefined: English as it comes, alone. */
  readonly languages: readonly Language[] | undefined;
  readonly problems: readonly ConfigurationProblem[];
  readonly warnings: readonly ConfigurationWarning[];
}

const KEY = ['platform-documentation', 'locales'] as const;
const EXTENSIONS = ['yaml', 'yml', 'json'];
/** Keys of missing messages that are named. */
const MOST_NAMED = 3;

/**
 * `platform-documentation.locales` with the words of the project, `config/locales/<tag>.yaml` (or `.json`); what users
 * wrote never makes it throw. A message that is wrong is a problem at its place, and left out.
 */
export function readLanguages(projectFolder: string, reading: ConfigurationReading): LanguagesReading {
  const problems: ConfigurationProblem[] = [];
  const warnings: ConfigurationWarning[] = [];
  const files = filesIn(projectFolder);
  const languages = reading.configuration.locales.flatMap((written, index, all) => {
    const tag = canonicalTag(written) ?? written;
    const file = files.get(tag);
    const own = file === undefined ? {} : readMessages(projectFolder, file, problems);
    const missing = missingKeys(tag, own);
    if (file === undefined && missing.length > 0 && !knownLanguages().includes(new Intl.Locale(tag).language)) {
      problems.push({
        file: reading.fileOf(KEY),
        line: 0,
        column: 0,
        path: KEY.join('.'),
        message: `There are no words in ${tag}.`,
        remedy: `Write ${LOCALES_FOLDER}/${tag}.yaml, or choose among ${knownLanguages().join(', ')}.`,
        closes: { kind: 'everything' },
      });
      return [];
    }
    if (missing.length > 0) {
      const named = missing.slice(0, MOST_NAMED).join(', ');
      warnings.push({
        file: file ?? reading.fileOf(KEY),
        line: 0,
        column: 0,
        path: '',
        message: `${missing.length} messages in ${tag} are missing: ${named}${missing.length > MOST_NAMED ? ', …' : ''}.`,
        remedy: `Write them into ${LOCALES_FOLDER}/${tag}.yaml; until then pages say them in English.`,
      });
    }
    return [
      {
        language: languageOf(tag, own, { isDefault: index === 0, isAlone: all.length === 1 }),
        isOurs: Object.keys(own).length === 0,
      },
    ];
  });
  const [first, ...others] = languages;
  const isPlain = first === undefined || (others.length === 0 && first.isOurs && first.language.tag === 'en');
  return { languages: isPlain ? undefined : languages.map(({ language }) => language), problems, warnings };
}

/** By the tag that each is named after. */
function filesIn(projectFolder: string): ReadonlyMap<string, string> {
  try {
    return new Map(
      readdirSync(join(projectFolder, LOCALES_FOLDER))
        .toSorted()
        .flatMap((name) => {
          const [, tag = '', extension = ''] = /^([A-Za-z0-9-]+)\.([a-z]+)$/.exec(name) ?? [];
          const canonical = EXTENSIONS.includes(extension) ? canonicalTag(tag) : undefined;
          return canonical === undefined ? [] : [[canonical, `${LOCALES_FOLDER}/${name}`] as const];
        }),
    );
  } catch {
    return new Map();
  }
}

/** Those that are right; everything else is a problem. */
function readMessages(
  projectFolder: string,
  file: string,
  problems: ConfigurationProblem[],
): Readonly<Record<string, string>> {
  const report = (path: string, message: string, remedy: string, line = 0, column = 0): void => {
    problems.push({ file, line, column, path, message, remedy, closes: { kind: 'everything' } });
  };
  const content = parsed(projectFolder, file, report);
  const messages: Record<string, string> = {};
  const visit = (value: unknown, path: string): void => {
    if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, path === '' ? key : `${path}.${key}`);
      return;
    }
    if (typeof value !== 'string') {
      report(path, 'A message is text.', 'Write keys and messages, as in title.guides: Anleitungen.');
      return;
    }
    const fault = messageFault(path, value);
    if (fault === undefined) messages[path] = value;
    else report(path, fault.message, fault.remedy);
  };
  if (content === undefined) return messages;
  if (isRecord(content)) visit(content, '');
  else report('', 'The file has no messages.', 'Write keys and messages, as in “title.guides: Anleitungen”.', 1, 1);
  return messages;
}

function parsed(
  projectFolder: string,
  file: string,
  report: (path: string, message: string, remedy: string, line: number, column: number) => void,
): unknown {
  try {
    return load(readFileSync(join(projectFolder, file), 'utf8'), { maxDepth: 10, maxAliases: 0 });
  } catch (error) {
    const place = error instanceof YAMLException ? error.mark : undefined;
    const reason = error instanceof YAMLException ? `It cannot be read: ${error.reason}.` : 'The file cannot be read.';
    report('', reason, 'Write it as YAML or JSON.', (place?.line ?? 0) + 1, (place?.column ?? 0) + 1);
    return undefined;
  }
}
