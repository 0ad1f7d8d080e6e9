export { scoreMail } from './judge.ts';
