/** Letters and digits in small letters; everything else is markup or punctuation on one side or the other. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** For texts that come again and again: names of fields on a thousand pages, descriptions in every format. */
export function remembering<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = read(text);
    known.set(text, made);
    return made;
  };
}

/**
 * A summary, and its forms as the title of an operation: in the imperative (`Finds pets` → `Find pets`), and without
 * the words by which it says that something is returned (`Returns a list of pets` → `pets`).
 */
export function summaryForms(summary: string): readonly string[] {
  const endings: readonly (readonly [RegExp, string])[] = [
    [/^((?:\p{L}+ly )?\p{L}+)s\b/u, '$1'],
    [/^((?:\p{L}+ly )?\p{L}+)es\b/u, '$1'],
    [/^((?:\p{L}+ly )?\p{L}+)ies\b/u, '$1y'],
    [/^Returns? (?:(?:(?:a|the) )?(?:\p{Ll}+ )?list of )?/u, ''],
  ];
  return [summary, ...endings.map(([ending, form]) => summary.replace(ending, form))];
}

const HTML_TAG =
  /<\/?(?:a|b|i|u|p|br|hr|em|strong|code|pre|ul|ol|li|dl|dt|dd|div|span|table|thead|tbody|tr|td|th|img|h[1-6]|sub|sup|kbd|small|details|summary|blockquote|script|style|font|center|nobr|wbr|del|ins|s)\b[^<>]*>/gi;

/** The words that a reader of a Markdown text sees: no link targets, no names of tags, no information about code. */
export function markdownWords(markdown: string): readonly string[] {
  const visible = markdown
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/^\s*(?:```|~~~).*$/gm, ' ')
    .replaceAll(/^\s*\[[^\]]+\]:\s.*$/gm, ' ')
    .replaceAll(/\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g, '] ')
    .replaceAll(/\]\[[^\]]*\]/g, '] ')
    .replaceAll(/^\s*\d+[.)]\s/gm, ' ')
    .replaceAll(HTML_TAG, ' ')
    .replaceAll(/&(?:#\w+|\w+);/g, ' ');
  return wordsOf(visible);
}
