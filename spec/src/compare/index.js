/** Which changes of a description break clients that were made for it. */
export { compare } from "./compare.js";
export { strip } from "./strip.js";
