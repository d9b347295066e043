import { addCopyButtons } from './copy.ts';
import { closeMenus } from './menus.ts';
import { nameOwnOrigin } from './own-origin.ts';
import { markReadingPlace } from './reading-place.ts';
import { chooseSamples } from './samples.ts';
import { listenForSearch } from './search.ts';
import { addTryButtons } from './trying/page-side.ts';

/**
 * What a script adds to pages, which say everything without it. One module; it asks nothing of any server by itself.
 */
nameOwnOrigin();
chooseSamples();
addCopyButtons();
closeMenus();
listenForSearch();
addTryButtons();
markReadingPlace();
