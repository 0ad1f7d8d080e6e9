/** What somebody gave to the kit is wrong: an option, a file of the corpus, preconditions. The message is for people. */
export class InputError extends Error {}
