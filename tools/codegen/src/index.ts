/**
 * From an OpenAPI description to types, XML codecs, client, server stub and JSON twin.
 * `generate` does it all; the steps can be used one by one. `Output` is the interface of plug-ins, and `sourceFile`, `tsType`,
 * `typeName` and `propertyKey` are what our own outputs write with.
 */
export { compilePlans } from './codec/index.ts';
export { deprecationNotice } from './common/deprecation.ts';
export { DescriptionError, formatProblem, type Problem, UnsupportedError } from './common/errors.ts';
export { propertyKey, typeName } from './common/names.ts';
export { sourceFile } from './emit/header.ts';
export { tsType } from './emit/ts-type.ts';
export { type Files, type GenerateOptions, generate, type Output, PARTS, type Part } from './generate.ts';
export { loadDescription } from './load/load.ts';
export { buildModel, type Skip } from './model/build.ts';
export type * from './model/model.ts';
export { isIdempotencyKey } from './model/parameters.ts';
export { jsonTwin } from './twin/twin.ts';
