/** The kind of the jobs that change all contacts that were found. */
export const changeContactsKind = { kind: 'change-contacts' };
