import { join } from 'node:path';

const room = join(import.meta.dirname, '..');

/** The root of the description, OpenAPI 3.1 in many files. */
export const descriptionFile = join(room, 'openapi.yaml');

/** The description of the interface for operators. */
export const adminDescriptionFile = join(room, 'admin/openapi.yaml');

/** `corpus/<Schema>/<case>.{json,xml}`. */
export const corpusDirectory = join(room, 'corpus');

/** Error messages of each operation and status, written by the contract tests of the service. */
export const answeredErrorsFile = join(room, 'answered-errors.yaml');

/** `preconditions/{situations,operations}/*.yaml` and `parameters.yaml`. */
export const preconditionsDirectory = join(room, 'preconditions');
