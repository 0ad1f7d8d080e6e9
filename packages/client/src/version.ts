/** Version of the package; a release writes it here and into package.json. */
export const version = '0.1.0';
