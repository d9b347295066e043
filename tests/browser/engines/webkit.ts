import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../fixtures/free-port.ts';
import { clickAt, type Engine, middleOf } from './contract.ts';
import { end, miniBrowser, printed, programOf, start } from './programs.ts';

const driver = programOf('WebKitWebDriver');
const display = programOf('Xvfb');
const browser = miniBrowser();

/** WebKitGTK has no way to run without a display. */
export const isWebKitInstalled = driver !== undefined && display !== undefined && browser !== undefined;

/**
 * WebKitGTK's browser on a display in memory, led by WebDriver.
 * @see https://www.w3.org/TR/webdriver2/
 */
export async function startWebKit(): Promise<Engine> {
  if (driver === undefined || display === undefined || browser === undefined)
    throw new Error('WebKit is not installed.');
  const home = mkdtempSync(join(tmpdir(), 'platform-documentation-webkit-'));
  const screen = start(display, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
  const port = await freePort();
  const child = start(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: `:${await printed(screen, /(\d+)\n/)}`,
    HOME: home,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    // Its sandbox needs namespaces, which containers refuse; the pages are ours.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  for (let tries = 0; tries < 100; tries++) {
    if (await call('GET', '/status').catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const options = { binary: browser, args: ['--automation'] };
  const { sessionId } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { readonly sessionId: string };
  const session = `/session/${sessionId}`;
  const evaluate = (expression: string): Promise<unknown> =>
    call('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] });
  return {
    evaluate,
    async open(url, width, height) {
      await call('POST', `${session}/window/rect`, { width, height });
      await call('POST', `${session}/url`, { url });
    },
    async click(selector) {
      const [x, y] = await middleOf(selector, evaluate);
      await call('POST', `${session}/actions`, { actions: [clickAt(x, y)] });
    },
    // WebDriver has no log.
    errors: () => [],
    async close() {
      await call('DELETE', session).catch(() => undefined);
      await end(child);
      await end(screen);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
