/**
 * From an OpenAPI description to types, XML codecs, client, server stub and JSON twin.
 * `generate` does it all; the steps can be used one by one.
 */
export { compilePlans } from './codec/index.ts';
export { DescriptionError, formatProblem, type Problem, UnsupportedError } from './common/errors.ts';
export { type GenerateOptions, generate, PARTS, type Part } from './generate.ts';
export { loadDescription } from './load/load.ts';
export { buildModel, type Skip } from './model/build.ts';
export type * from './model/model.ts';
export { isIdempotencyKey } from './model/parameters.ts';
export { jsonTwin } from './twin/twin.ts';
