export { sealMailing, unsealMailing } from './seal.ts';
export { lockVersion, versionOf } from './version.ts';
