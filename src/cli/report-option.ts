import { type Invocation, UsageError } from './command.ts';

/**
 * Reads the report that `--format <name>` or `--<name>` asks for.
 * @returns undefined: text
 * @throws {@link UsageError} for an unknown name, and for two reports
 */
export function askedReport<Name extends string>(
  options: Invocation['options'],
  names: readonly Name[],
): Name | undefined {
  const [flag, second] = names.filter((name) => options.has(name));
  if (second !== undefined) throw new UsageError(`Write --${flag} or --${second}, not both.`);
  const format = options.get('format');
  if (format === undefined) return flag;
  if (flag !== undefined) throw new UsageError(`Write --${flag} or --format, not both.`);
  const named = names.find((name) => name === format);
  if (named === undefined && format !== 'text')
    throw new UsageError(`Write one of these after --format: text, ${names.join(', ')}.`);
  return named;
}
