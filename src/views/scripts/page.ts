import { addCopyButtons } from './copy.ts';
import { closeMenus } from './menus.ts';
import { nameOwnOrigin } from './own-origin.ts';
import { markReadingPlace } from './reading-place.ts';
import { chooseSamples } from './samples.ts';
import { listenForSearch } from './search.ts';
import { addTryButtons } from './trying/page-side.ts';

/**
 * What a script adds to pages, which say everything without it. One module; it asks nothing of any server by itself.
 * This file says what runs, in its order; each part is a file, also one of a dozen lines: written here, it would stand
 * elsewhere in what is bundled, which gives the script another address on every page.
 */
nameOwnOrigin();
chooseSamples();
addCopyButtons();
closeMenus();
listenForSearch();
addTryButtons();
markReadingPlace();
