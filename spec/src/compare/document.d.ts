/** A description as it was parsed, every reference local. Declared here, so that these declarations need no other package. */
export type OpenApiDocument = Record<string, any>;
