/** Ours, for Retry-After: work that did not fit may be tried again at once. */
export const BUSY_RETRY_SECONDS = 1;
/** A file or a store that is away takes some seconds to return. */
export const DOWN_RETRY_SECONDS = 5;
