// @ts-check
/**
 * Element `<platform-operation src="https://…/Library/Book#post">` for pages of any site. It shows an operation as the
 * page of its service does: the part of that page, in its styles, in a shadow tree. Its own content stands until then,
 * and if it fails. The file is published without comments and uncompiled, since development compiles nothing before a
 * page asks for it; after it, a call of {@link define} is added.
 */

/** Elements of operations. Others, such as scripts, forms and frames, are left out with their content. */
const ELEMENTS =
  /^(?:a|b|bdi|blockquote|br|code|dd|del|details|div|dl|dt|em|figcaption|figure|h[1-6]|hr|i|img|input|kbd|label|li|mark|ol|p|pre|s|section|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|ul|wbr)$/;
const ATTRIBUTES =
  /^(?:alt|aria-[a-z]+|class|colspan|data-place|dir|height|href|id|lang|name|open|role|rowspan|src|start|tabindex|title|type|width)$/;

/** Frame around the operation, in a shadow tree without the rules of pages: these cannot show anything outside it. */
const frame = new CSSStyleSheet();
frame.replaceSync(
  ':host{display:block}:host([hidden]){display:none}.frame{contain:content;container-type:inline-size}',
);
/** Pages have a header, below which parts of an operation stay. */
const noHeader = new CSSStyleSheet();
noHeader.replaceSync(':host{--pd-header:0px}');

/** Beginnings of rules for pages, and what they are for the content of a shadow tree, which has no script of pages. */
const REWRITTEN = /** @type {const} */ ([
  [':root:dir', ':dir'],
  [':root', ':host'],
  ['@media (width', '@container (width'],
  ['(scripting:enabled', '(scripting:none'],
]);

/** @type {Map<string, Promise<CSSStyleSheet>>} Stylesheets by address, which all elements of a page share. */
const sheets = new Map();

/** @param {string} address @param {string} [base] @returns {URL | undefined} undefined for other schemes than HTTP */
function webUrl(address, base) {
  try {
    const url = new URL(address, base);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Loads a page, without credentials if it is of another origin. Only this interface parses HTML that runs no scripts
 * where a policy requires trusted types.
 * @param {URL} url @param {AbortSignal} signal @returns {Promise<{ address: string, page: Document }>}
 */
function load({ href, origin }, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', href);
    request.responseType = 'document';
    request.setRequestHeader('Accept', 'text/html');
    request.onerror = () => reject(new Error('It cannot be reached, or does not allow other sites to read it.'));
    request.onload = () => {
      const { status, response, responseURL } = request;
      if (status !== 200 || !response) reject(new Error(`The answer is ${status}, or no page.`));
      else if (new URL(responseURL).origin !== origin) reject(new Error('It redirects to another origin.'));
      else resolve({ address: responseURL, page: response });
    };
    signal.onabort = () => request.abort();
    request.send();
  });
}

/** @param {string} address @returns {Promise<CSSStyleSheet>} rules of pages, for the content of a shadow tree */
function sheetAt(address) {
  const loading =
    sheets.get(address) ??
    fetch(address, { credentials: 'omit', redirect: 'error' }).then(async (answer) => {
      if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
      const css = await answer.text();
      const sheet = new CSSStyleSheet({ baseURL: address });
      sheet.replaceSync(REWRITTEN.reduce((text, [before, after]) => text.replaceAll(before, after), css));
      return sheet;
    });
  sheets.set(address, loading);
  loading.catch(() => sheets.delete(address));
  return loading;
}

/**
 * Makes the elements of an operation anew, from the lists above: parsed ones may be custom elements of the host.
 * @param {Element} element @param {string} address that of its page @returns {Element | undefined}
 */
function copied(element, address) {
  const { localName } = element;
  if (!ELEMENTS.test(localName) || (localName === 'input' && element.getAttribute('type') !== 'checkbox')) return;
  const copy = document.createElement(localName);
  for (const { name, value } of element.attributes) {
    if (!ATTRIBUTES.test(name)) continue;
    const url = /^(?:href|src)$/.test(name) ? webUrl(value, address) : value;
    if (typeof url === 'string') copy.setAttribute(name, url);
    else if (url && (name === 'href' || url.origin === new URL(address).origin)) copy.setAttribute(name, url.href);
  }
  for (const child of element.childNodes) {
    const part = child instanceof Element ? copied(child, address) : child instanceof Text && child.data;
    if (part) copy.append(part);
  }
  return copy;
}

/** @param {Document} page @param {string} hash of an operation, or part of it @returns {Element | null | undefined} */
function operationIn(page, hash) {
  const id = hash.slice(1);
  return (page.getElementById(id) ?? page.getElementById(decodeURIComponent(id)))?.closest('.pd-op');
}

/** @param {Readonly<Record<string, string>>} failed text that stands for a failure, by language; the first is usual */
export function define(failed) {
  const name = 'platform-operation';
  if (customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      static observedAttributes = ['src'];
      #shadow = this.attachShadow({ mode: 'open' });
      #frame = document.createElement('div');
      #content = this.#frame.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
      /** @type {AbortController | undefined} */
      #loading;
      #address = '';

      constructor() {
        super();
        this.#shadow.adoptedStyleSheets = [frame];
        this.#shadow.append(document.createElement('slot'));
        this.#frame.className = 'frame';
        this.#content.addEventListener('click', (event) => event instanceof MouseEvent && this.#follow(event));
      }

      connectedCallback() {
        this.#show();
      }

      disconnectedCallback() {
        this.#loading?.abort();
        this.#loading = undefined;
      }

      attributeChangedCallback() {
        if (this.#loading) this.#show();
      }

      async #show() {
        this.#loading?.abort();
        const loading = new AbortController();
        this.#loading = loading;
        const src = this.getAttribute('src') ?? '';
        const url = webUrl(src, document.baseURI);
        try {
          if (!url) throw new Error('It is no address of a page.');
          const { address, page } = await load(url, loading.signal);
          const parsed = operationIn(page, url.hash);
          const operation = parsed && copied(parsed, address);
          if (!operation) throw new Error('The page has no operation there.');
          const styles = [...page.querySelectorAll('link[rel=stylesheet]')]
            .map((link) => webUrl(link.getAttribute('href') ?? '', address))
            .filter((style) => style?.origin === url.origin);
          const rules = await Promise.all(styles.map((style) => sheetAt(String(style))));
          if (loading.signal.aborted) return;
          // A heading that repeats the title of its page is out of sight there.
          operation.querySelector('h3.pd-said')?.classList.remove('pd-said');
          const inside = document.createElement('div');
          const main = inside.appendChild(document.createElement('div'));
          inside.className = 'pd-inside';
          main.className = 'pd-main';
          inside.lang = page.documentElement.lang;
          inside.dir = page.documentElement.dir;
          main.append(operation);
          this.#address = address;
          this.#content.adoptedStyleSheets = [...rules, noHeader];
          this.#content.replaceChildren(inside);
          this.#shadow.replaceChildren(this.#frame);
          this.dispatchEvent(new Event('load'));
        } catch (error) {
          if (loading.signal.aborted) return;
          console.error(`<${name} src="${src}">`, error);
          const message = document.createElement('p');
          const language = this.closest('[lang]')?.getAttribute('lang') ?? '';
          const text = failed[language] ?? failed[language.split('-')[0] ?? ''] ?? Object.values(failed)[0] ?? '';
          message.append(text);
          if (url && this.textContent?.trim() === '') {
            const link = document.createElement('a');
            link.href = url.href;
            link.append(url.href);
            message.append(' ', link);
          }
          this.#shadow.replaceChildren(document.createElement('slot'), message);
          this.dispatchEvent(new Event('error'));
        }
      }

      /** Scrolls to a part of the operation, in place of opening its page there. @param {MouseEvent} event */
      #follow(event) {
        const isForTab = event.ctrlKey || event.metaKey || event.shiftKey;
        const link = event.target instanceof Element && !isForTab ? event.target.closest('a') : null;
        const [address, id = ''] = link?.href.split('#') ?? [];
        const part = address === this.#address ? this.#content.getElementById(id) : null;
        // A part that contains the link is in sight: the link is for the page.
        if (!link || !part || part.contains(link)) return;
        event.preventDefault();
        for (let around = part.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
          around.open = true;
        part.tabIndex = -1;
        part.focus({ preventScroll: true });
        part.scrollIntoView();
      }
    },
  );
}
