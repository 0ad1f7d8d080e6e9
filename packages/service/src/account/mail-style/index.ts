export { styleFault } from './fault.ts';
export { lookOf, type MailStyle, styleElement } from './look.ts';
export { setMailStyle } from './store.ts';
