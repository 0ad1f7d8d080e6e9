/** Schemas read into plans; see `model.ts` for what a plan is. */
export { attributesOf, isNeverEmpty } from './attributes.ts';
export { compilePlan, type PlanOptions } from './compile.ts';
export type * from './model.ts';
export { declarations, isXsiType, NCNAME, written } from './names.ts';
export { type Prefixes, rootDeclarations, sharedPrefixes } from './prefixes.ts';
export { isRecursive } from './recursion.ts';
export { checkRoots } from './roots.ts';
export { at, type Place, type ResolveRef, type Schema, type Target, type Xml } from './schema.ts';
export { UnsupportedSchemaError, unsupported } from './unsupported.ts';
