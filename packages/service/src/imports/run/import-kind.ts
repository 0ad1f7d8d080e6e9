/** The kind of the jobs that store the contacts of imports. */
export const importKind = { kind: 'import-contacts' };
