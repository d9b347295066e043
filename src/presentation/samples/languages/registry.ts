import type { SampleLanguage } from './contract.ts';
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { httpie } from './httpie.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { powershell } from './powershell.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';

/** Sample languages, the most popular first. */
export const sampleLanguages = [
  curl,
  javascript,
  python,
  php,
  httpie,
  go,
  java,
  csharp,
  ruby,
  rust,
  powershell,
] as const satisfies readonly SampleLanguage[];

/** Names of the default languages, limited by the space that each operation has on a page. */
export const DEFAULT_SAMPLES: readonly string[] = [curl, javascript, python, php].map(({ name }) => name);
