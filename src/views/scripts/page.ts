import { addCopyButtons } from './copy.ts';
import { closeMenus } from './menus.ts';
import { nameOwnOrigin } from './own-origin.ts';
import { markReadingPlace } from './reading-place.ts';
import { chooseSamples } from './samples.ts';
import { listenForSearch } from './search.ts';
import { addTryButtons } from './trying/page-side.ts';

/**
 * Script of the pages, which are complete without it. It is one module and sends no request by itself.
 * This file lists the parts in the order in which they run. Each part is a file, even one of a dozen lines: written
 * here, it would move within the bundle, which would give the script another address on every page.
 */
nameOwnOrigin();
chooseSamples();
addCopyButtons();
closeMenus();
listenForSearch();
addTryButtons();
markReadingPlace();
