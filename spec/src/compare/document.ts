/** A description as it was parsed, every reference local. Declared here, so that these declarations need no other package. */
// biome-ignore lint/suspicious/noExplicitAny: as open as the format
export type OpenApiDocument = Record<string, any>;

/** Methods of operations, as members of a path item. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
