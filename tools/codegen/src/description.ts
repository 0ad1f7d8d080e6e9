/** Reading a description without generating anything from it: no TypeScript compiler is loaded. */
export { compilePlans } from './codec/index.ts';
export { DescriptionError, formatProblem, type Problem, UnsupportedError } from './common/errors.ts';
export { loadDescription } from './load/load.ts';
export { buildModel, type Skip } from './model/build.ts';
export { mediaKind, mediaTypeOf } from './model/media.ts';
export type * from './model/model.ts';
export { withDistinctRoutes } from './model/routes.ts';
export { jsonTwin } from './twin/twin.ts';
export { withSupportedXml } from './xml.ts';
