/** Reports invalid input of the user: an option, a file of the corpus, or preconditions. */
export class InputError extends Error {}

/** Nothing answers at an address. */
export class UnreachableError extends InputError {}

/** The service does not take the key, or asks for one. */
export class KeyError extends InputError {}
