/**
 * The files of the hook command, which lie in one folder.
 */

/** The bundle of the command. */
export const MAIN_NAME = "tollgate-hook.main.cjs";

/** What V8 made of it. */
export const CACHE_NAME = "tollgate-hook.cache";
