/**
 * Limits on reading the text of one command. They count characters, levels and nodes, never time: a busy machine must
 * not change an answer. They are set so that no text takes longer than a few hundred milliseconds to read on a slow
 * machine; what people and agents write stays far below all of them.
 */

/**
 * Most UTF-16 units of a command; one above this is not read at all. Linux passes no single argument above 131,072
 * bytes (MAX_ARG_STRLEN), so only twice as much could be given to `bash -c` in any case.
 */
export const MAX_COMMAND_CHARACTERS = 65_536;

/** Most levels of compound commands, substitutions and words inside one another; each is a few frames of the stack. */
export const MAX_NESTING = 128;

/**
 * Most brackets of one kind that are open at once when every `(`, `{` and `[` of the text counts, quoted or not. A text
 * above this is nested too deeply for either parser, and is not given to them: what they need for it grows with depth
 * times length.
 */
export const MAX_OPEN_BRACKETS = 512;

/** Most here-documents that one line starts: unbash compares each with all others of its line. */
export const MAX_LINE_HERE_DOCUMENTS = 64;

/**
 * Most UTF-16 units of all that is nested together: scripts of substitutions, expressions, words of expansions, each
 * counted again in everything around it, because every level is parsed anew.
 */
export const MAX_NESTED_CHARACTERS = 262_144;

/** Most commands and substitutions of a reading. */
export const MAX_COMMANDS = 16_384;

/**
 * Most UTF-16 units that tree-sitter-bash gets. On text with errors its time grows with the square of the length: a
 * quarter of a second at this length for the worst that was found, of texts that unbash reads without a fault.
 */
export const MAX_TREE_CHARACTERS = 4_096;

/** The same, for text in which unbash found a fault: more shapes of that kind are slow. */
export const MAX_SUPPORT_CHARACTERS = 1_024;

/** Most nodes of a tree that are looked at. */
export const MAX_TREE_NODES = 65_536;
