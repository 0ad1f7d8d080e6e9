/**
 * The reference codec: interprets a plan, short, obvious and slow. It is what the compiled codec is judged by, so the
 * two share the plan and the error class and nothing else.
 */
export { referenceCodec } from './codec.ts';
export { parse } from './parse.ts';
