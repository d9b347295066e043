/** The icon of a site that has none of its own, in the colour of its brand; `views/icon.svg` is the one in ours. */
export function iconIn(colour: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>API documentation</title>' +
    `<rect x="1" y="1" width="22" height="22" rx="5" fill="${colour}"/>` +
    '<path d="M6.5 8h11M6.5 12h7M6.5 16h9" stroke="#fff" stroke-width="2"/></svg>\n'
  );
}
