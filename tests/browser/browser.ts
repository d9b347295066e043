import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import packaged, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { LIMITS } from '../limits.ts';

/** A local page is all it is for: no update, no sync, no look-up of anybody's hosts. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Scripts run for a second at most: what would make them faster takes longer.
  '--js-flags=--no-opt',
];

/**
 * The Chromium that comes with the packages; with the libraries that come with it where the system lacks them.
 * @param more arguments of its command line
 */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  const browser = await launch([...ARGUMENTS, ...more]);
  return browser.on('context', (context) => context.setDefaultTimeout(LIMITS.wait));
}

async function launch(args: readonly string[]): Promise<Browser> {
  const options = { args: [...args], timeout: LIMITS.program };
  const executablePath = await packaged.executablePath();
  try {
    return await chromium.launch({ ...options, executablePath });
  } catch {
    const libraries = join(
      dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium/package.json')),
      'bin',
      'al2023.tar.br',
    );
    await inflate(libraries);
    setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'));
    return chromium.launch({
      ...options,
      executablePath,
      env: Object.fromEntries(
        Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    });
  }
}
