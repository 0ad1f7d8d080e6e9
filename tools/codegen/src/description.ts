/** Reading a description without generating anything from it: no TypeScript compiler is loaded. */
export { compilePlans } from './codec/index.ts';
export { DescriptionError, formatProblem, type Problem, UnsupportedError } from './common/errors.ts';
export { loadDescription } from './load/load.ts';
export { buildModel, type Skip } from './model/build.ts';
export { type Direction, membersForDirection } from './model/direction.ts';
export { withFlatParameters } from './model/flat-parameters.ts';
export { mediaKind, mediaTypeOf, wholeMediaType } from './model/media.ts';
export type * from './model/model.ts';
export { splitPointer } from './model/pointer.ts';
export { withDistinctRoutes } from './model/routes.ts';
export { errorMessageNames } from './server/error-document.ts';
export { exactMultiples } from './server/multiple-keyword.ts';
export { jsonTwin } from './twin/twin.ts';
export { withSupportedXml } from './xml.ts';
