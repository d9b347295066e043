/** A menu lies over the page: Escape closes it, and so does a tap or a focus beside it. */
export function closeMenus(): void {
  for (const type of ['keydown', 'pointerup', 'focusin'])
    addEventListener(type, (event) => {
      const menu = document.querySelector<HTMLDetailsElement>('.pd-menu[open]');
      const isKey = event instanceof KeyboardEvent;
      if (!menu || (isKey ? event.key !== 'Escape' : event.composedPath().includes(menu))) return;
      menu.open = false;
      if (isKey) menu.querySelector('summary')?.focus();
    });
}
