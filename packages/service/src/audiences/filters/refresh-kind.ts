/** The kind of the jobs that refresh contact filters, apart from what they do, so that a filter's store can queue one. */
export const refreshFilterKind = { kind: 'refresh-contact-filter' };
