export { secretOfAccount } from './account-secret.ts';
export { accountSecret, totpSecret } from './columns.ts';
export { forgetLostSecrets, rotateSecrets, sealSecretsTask, startSecrets } from './rotation.ts';
export { countSecrets, findNewestKey } from './store.ts';
