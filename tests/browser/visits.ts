import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ServedProject, serveProject } from '../http/served-project.ts';
import { makeSampleProject, provideBuild } from '../http/servers.ts';
import { launchBrowser } from './browser.ts';

const uglyDescriptors = fileURLToPath(new URL('../fixtures/descriptors/ugly', import.meta.url));
const picture = fileURLToPath(new URL('../../docs/images/service-page-light.png', import.meta.url));

export interface Visit {
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly javaScript?: boolean;
  readonly forcedColors?: boolean;
  /** Console reports and requests to other origins that are no errors. */
  readonly expected?: RegExp;
}

const GUIDE = `---
title: Long code
---
Read \`GET /ugly\` before.

![A service page](service-page.png)

> [!WARNING]
> Nothing here is pretty.

## ${'AVeryLongHeadingThatNothingBreaks'.repeat(4)}

| a | b |
|---|---|
| \`code\` | <b>bold</b> |

\`\`\`
${'a line of code that goes on and on '.repeat(9)}
\`\`\`

${Array.from({ length: 20 }, (_, index) => `## Part ${index}\n\nIts text.\n`).join('\n')}
`;

/**
 * The samples with the log-ins that they come with, and the ugly descriptor with a guide, built and served.
 * @param prepare changes the project before it is built
 */
export async function serveVisitedProject(prepare: (folder: string) => void = () => undefined): Promise<ServedProject> {
  const folder = makeSampleProject();
  cpSync(uglyDescriptors, join(folder, 'api-descriptors/ugly'), { recursive: true });
  mkdirSync(join(folder, 'api-descriptors/ugly/guides'));
  writeFileSync(join(folder, 'api-descriptors/ugly/guides/code.md'), GUIDE);
  cpSync(picture, join(folder, 'api-descriptors/ugly/guides/service-page.png'));
  cpSync(join(folder, 'config/autoload/local.yaml.dist'), join(folder, 'config/autoload/local.yaml'));
  cpSync(join(folder, 'api-descriptors/library/local.yaml.dist'), join(folder, 'config/autoload/library.local.yaml'));
  mkdirSync(join(folder, 'data'));
  // No one logs in: pages are about who may.
  for (const file of ['htpasswd', 'htdigest']) writeFileSync(join(folder, 'data', file), '');
  prepare(folder);
  await provideBuild(folder);
  return serveProject(folder);
}

/** {@link serveVisitedProject}, and a browser to look at it. */
export class VisitedSite {
  readonly #project: ServedProject;
  readonly #browser: Browser;
  readonly #idle: Readonly<Record<'plain' | 'scripted', Page[]>> = { plain: [], scripted: [] };

  private constructor(project: ServedProject, browser: Browser) {
    this.#project = project;
    this.#browser = browser;
  }

  /** @param prepare changes the project before it is built; `browserArguments`: of the command line of the browser */
  static async open(prepare?: (folder: string) => void, ...browserArguments: readonly string[]): Promise<VisitedSite> {
    return new VisitedSite(await serveVisitedProject(prepare), await launchBrowser(...browserArguments));
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#project.close();
  }

  /** Output of the server. */
  output(): string {
    return this.#project.server.output();
  }

  /** Fetches without a browser. */
  fetch(path: string, accept = 'text/html'): Promise<Response> {
    return fetch(this.#project.server.origin + path, { headers: { accept } });
  }

  /**
   * Opens a page, hands it over, and fails on any report of the security policy, any request elsewhere and any script
   * error. Where scripts run the page has a context of its own.
   */
  async visit<T>(visit: Visit, look: (page: Page) => Promise<T>): Promise<T> {
    // Without a script nothing is left of what was done but in the document.
    if (visit.javaScript !== true) return this.look(visit, look);
    const page = await this.#newPage(true);
    try {
      return await this.#watch(page, visit, look);
    } finally {
      await page.context().close();
    }
  }

  /**
   * {@link visit} for what stores, routes and allows nothing, and for which it is all the same whether styles and fonts
   * are in the cache: in the page of an earlier look, since a context and a process of its own take as long as looking.
   * Fails where something was stored.
   */
  async look<T>(visit: Visit, look: (page: Page) => Promise<T>): Promise<T> {
    const { javaScript = false } = visit;
    const idle = this.#idle[javaScript ? 'scripted' : 'plain'];
    const page = idle.pop() ?? (await this.#newPage(javaScript));
    const result = await this.#watch(page, visit, look);
    expect(await storedBy(page)).toEqual([]);
    await page.mouse.move(0, 0);
    // A link into the page that is open would not load it again.
    await page.goto('about:blank');
    idle.push(page);
    return result;
  }

  async #newPage(javaScriptEnabled: boolean): Promise<Page> {
    const context = await this.#browser.newContext({ javaScriptEnabled });
    return context.newPage();
  }

  async #watch<T>(
    page: Page,
    { path, width = 1440, height = 900, scheme = 'light', forcedColors = false, expected }: Visit,
    look: (page: Page) => Promise<T>,
  ): Promise<T> {
    const { origin } = this.#project.server;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ media: null, colorScheme: scheme, forcedColors: forcedColors ? 'active' : 'none' });
    const wrong: string[] = [];
    page.on('console', (message) => {
      // A status of 404 is what the problem page is about.
      if (message.type() === 'error' && !message.text().includes('404')) wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
        wrong.push(`request to ${request.url()}`);
    });
    page.on('dialog', (dialog) => wrong.push(`dialog ${dialog.message()}`));
    await page.goto(origin + path, { waitUntil: 'load' });
    const result = await look(page);
    expect(wrong.filter((line) => expected?.test(line) !== true)).toEqual([]);
    page.removeAllListeners();
    return result;
  }
}

async function storedBy(page: Page): Promise<readonly unknown[]> {
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...stored, ...(await page.context().cookies())];
}
