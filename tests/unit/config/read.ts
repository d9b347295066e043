import type { ConfigurationReading } from '../../../src/config/read-configuration.ts';
import { formatProblem } from '../../../src/options/problem.ts';
import { readConfiguration } from '../../../src/project/configuration.ts';
import { projectWith } from './project.ts';

/** Reads the configuration of a project with this `local.yaml`. */
export function readLocal(text: string, environment: Readonly<Record<string, string>> = {}): ConfigurationReading {
  return readConfiguration(projectWith({ 'config/autoload/local.yaml': text }), environment);
}

/** Problems as people see them, without the file. */
export function linesOf({ problems }: ConfigurationReading): readonly string[] {
  return problems.map((problem) => formatProblem(problem).replace('config/autoload/local.yaml: ', ''));
}

/** Parts that the problems close: `everything`, `adapter staff`, `api Library`. */
export function closedBy({ problems }: ConfigurationReading): readonly string[] {
  return problems.map(({ closes }) => {
    switch (closes.kind) {
      case 'adapter':
        return `adapter ${closes.name}`;
      case 'api':
        return `api ${closes.api}`;
      case 'everything':
      case 'guests':
        return closes.kind;
      default:
        return closes satisfies never;
    }
  });
}
