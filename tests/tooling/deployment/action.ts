import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from '../../commands/clean-environment.ts';
import { type Loose, REPOSITORY, readYaml } from './files.ts';

/** Results of a run of the action. */
interface ActionRun {
  /** Names of the steps that ran, and what other actions were given. */
  readonly steps: readonly (string | { readonly uses: string; readonly with: Readonly<Record<string, string>> })[];
  readonly succeeded: boolean;
  readonly output: string;
  readonly outputs: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, string>>;

/**
 * Runs `action.yml` as a runner of GitHub does: expressions are replaced, scripts run in bash, the first that fails
 * ends it. Other actions are not run, only named. Expressions are those that the file has; another one throws.
 * @param workspace the checkout of a project's repository
 */
export async function runAction(workspace: string, inputs: Values = {}): Promise<ActionRun> {
  const action: Loose = readYaml('action.yml');
  const values: Record<string, string> = { 'runner.os': 'Linux', 'github.ref_name': 'main', 'github.sha': 'abc1234' };
  for (const [name, { default: value }] of Object.entries<Loose>(action.inputs))
    values[`inputs.${name}`] = inputs[name] ?? value;
  const folder = mkdtempSync(join(tmpdir(), 'action-'));
  const file = join(folder, 'output');
  writeFileSync(file, '');
  const steps: ActionRun['steps'][number][] = [];
  let output = '';
  let succeeded = true;
  for (const step of action.runs.steps) {
    if (!holds(step.if, values)) continue;
    if (step.uses !== undefined) {
      steps.push({ uses: step.uses, with: replaceAll(step.with, values) });
      continue;
    }
    steps.push(step.name);
    const environment = {
      GITHUB_WORKSPACE: workspace,
      GITHUB_ACTION_PATH: REPOSITORY.replace(/\/$/, ''),
      GITHUB_OUTPUT: file,
      ...replaceAll(step.env, values),
    };
    const run = await runScript(step.run, join(workspace, replace(step['working-directory'], values)), environment);
    output += run.output;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const equals = line.indexOf('=');
      if (equals > 0) values[`steps.${step.id}.outputs.${line.slice(0, equals)}`] = line.slice(equals + 1);
    }
    succeeded = run.status === 0;
    if (!succeeded) break;
  }
  rmSync(folder, { recursive: true });
  const outputs = Object.entries<Loose>(succeeded ? action.outputs : {}).map(
    ([name, { value }]) => [name, replace(value, values)] as const,
  );
  return { steps, succeeded, output, outputs: Object.fromEntries(outputs) };
}

function replaceAll(texts: Values | undefined, values: Values): Values {
  return Object.fromEntries(Object.entries(texts ?? {}).map(([name, text]) => [name, replace(String(text), values)]));
}

function replace(text: string, values: Values): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => inputOf(name, values));
}

function holds(condition: string | undefined, values: Values): boolean {
  if (condition === undefined) return true;
  const [, name, text] = /^([\w.-]+) != '([^']*)'$/.exec(condition) ?? [];
  if (name === undefined) throw new Error(`The condition ${condition} is not understood here.`);
  return inputOf(name, values) !== text;
}

function inputOf(name: string, values: Values): string {
  const value = values[name];
  if (value === undefined) throw new Error(`The action has no ${name}.`);
  return value;
}

/** Runs a script in bash, as a step of a job. */
export function runScript(
  script: string,
  cwd: string,
  environment: Values,
): Promise<{ readonly status: number; readonly output: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { ...cleanEnvironment(), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (status) => resolve({ status: status ?? 1, output })),
  );
}
