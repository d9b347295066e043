import type { Diagnostic } from '../model/diagnostic.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { DescriptorFolder } from './descriptor-folder.ts';
import { checkOtherFile } from './other-files.ts';
import { DESCRIPTOR_ENDING } from './path-names.ts';
import { readRecord } from './read-record.ts';
import { readerOf } from './registry.ts';
import { checkUnrecognised } from './unrecognised.ts';

interface CollectedFiles {
  /** Descriptors and what they refer to: paths relative to the folder, with forward slashes. */
  readonly files: readonly string[];
  /** Of the descriptors, and what other files are that look like descriptions of something. */
  readonly diagnostics: readonly Diagnostic[];
  /** YAML and JSON that is neither, relative to the folder. */
  readonly others: readonly string[];
}

/**
 * The descriptors of any folder, which need not be one of a project, with the files that they refer to.
 * @param root absolute path of what holds the folder
 * @param folder relative to it; places in messages begin with it
 * @param file look at this one descriptor alone, relative to the folder
 * @throws when the folder does not exist or cannot be read
 */
export function collectFiles(root: string, folder: string, file?: string): CollectedFiles {
  const files = new DescriptorFolder(root, folder);
  const diagnostics: Diagnostic[] = [];
  const unrecognised: { readonly path: string; readonly problem: Diagnostic | undefined }[] = [];
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
  const paths = file === undefined ? [...files.list(report), ...files.listOthers()] : [`${folder}/${file}`];
  const found = new Set<string>();
  const rules = new RuleBook();
  for (const path of paths) {
    const other = checkOtherFile(path, () => files.readText(path, () => undefined));
    if (other !== undefined) report(other);
    if (other !== undefined || (file === undefined && !DESCRIPTOR_ENDING.test(path))) continue;
    const parsed = files.load(path, file === undefined ? () => undefined : report);
    const reader = parsed && readerOf(parsed.value);
    if (parsed === undefined || reader === undefined) {
      unrecognised.push({ path, problem: parsed && checkUnrecognised(parsed) });
      continue;
    }
    found.add(path);
    readRecord({ file: parsed, reader, files, name: null, rules }, (diagnostic) => diagnostics.push(diagnostic) > 0);
  }
  for (const { path } of files.inputs()) if (files.isReferenced(path)) found.add(path);
  const inFolder = (path: string): string => path.slice(folder.length + 1);
  // A part of a descriptor may look like one.
  const left = unrecognised.filter(({ path }) => !found.has(path));
  return {
    files: [...found].map(inFolder),
    diagnostics: [...diagnostics, ...left.flatMap(({ problem }) => problem ?? [])],
    others: left.flatMap(({ path, problem }) => (problem === undefined ? [inFolder(path)] : [])),
  };
}
