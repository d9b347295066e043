/** Storage key; once it is set, `/` and `?` open nothing. */
export const SLASH_OFF = 'pd-slash-off';
/** The palette is a file of its own and no module of the page's script: it hears of what it has to do by events. */
export const OPEN_PALETTE = 'pd-open-palette';
export const OPEN_KEYS = 'pd-open-keys';
