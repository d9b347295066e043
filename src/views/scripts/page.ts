import { addCopyButtons } from './copy.ts';
import { chooseSamples } from './samples.ts';
import { listenForSearch } from './search.ts';
import { scriptWords } from './words.ts';

/** What a script adds to pages, which say everything without it. One module; it asks nothing of any server by itself. */
const words = scriptWords();
chooseSamples();
addCopyButtons(words);
listenForSearch();
