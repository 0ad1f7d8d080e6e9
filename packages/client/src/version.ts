/** That of package.json; a release writes both. */
export const version = '0.1.0';
