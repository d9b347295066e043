const collator = new Intl.Collator('en', { numeric: true });

/** For lists that people read: `Item 2` before `Item 10`. 0 also for names that differ in case alone, or in accents. */
export const naturalOrder: (a: string, b: string) => number = collator.compare;
