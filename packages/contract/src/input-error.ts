/** What somebody gave to the kit is wrong: an option, a file of the corpus, preconditions. The message is for people. */
export class InputError extends Error {}

/** Nothing answers at an address. */
export class UnreachableError extends InputError {}

/** The service does not take the key, or asks for one. */
export class KeyError extends InputError {}
