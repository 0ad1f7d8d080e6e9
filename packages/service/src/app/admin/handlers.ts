import { notFound } from '@mailwright/server';
import { implement } from '@mailwright/server/admin';
import type { Administration } from '../../administration/actions.ts';
import { unfit } from '../../administration/refusal.ts';

/** The operations of the administration interface: each asks an action of operators, which has the rules. */
export const adminImplementation = implement<Administration>({
  listAccounts: (_, actions) => actions.listAccounts({}),
  createAccount: ({ body: { timeZone = 'UTC', ...names } }, actions) => actions.createAccount({ timeZone, ...names }),
  async getAccount({ account }, actions) {
    const found = (await actions.listAccounts({})).find(({ id }) => id === account);
    if (found === undefined) throw notFound('Account', account);
    return found;
  },
  async updateAccount({ account, body }, actions) {
    const { name, timeZone, demandsApproval, signOffAbove, demandsSecondFactor } = body;
    if (name !== undefined) await actions.renameAccount({ account, name });
    if (timeZone !== undefined) await actions.setTimeZone({ account, timeZone });
    if (demandsApproval !== undefined) await actions.demandApproval({ account, demanded: demandsApproval });
    if (signOffAbove !== undefined) await actions.setSignOffLimit({ account, above: signOffAbove });
    if (demandsSecondFactor !== undefined) await actions.demandSecondFactor({ account, demanded: demandsSecondFactor });
  },
  closeAccount: ({ account }, actions) => actions.closeAccount({ id: account }),

  listKeys: ({ account }, actions) => actions.listKeys({ account }),
  createKey: ({ account, body: { label = '', creator = 'api', expires = null, networks = [], rights } }, actions) =>
    actions.createKey({ account, label, creator, expires, networks, rights }),
  rotateKey: ({ account, key, body }, actions) => actions.rotateKey({ account, id: key, ...body }),
  revokeKey: ({ account, key }, actions) => actions.revokeKey({ account, id: key }),

  listQuotas: ({ account }, actions) => actions.listQuotas({ account }),
  setQuota: ({ account, quota, body }, actions) => actions.setQuota({ account, name: quota, ...body }),
  resetQuota: ({ account, quota }, actions) => actions.setQuota({ account, name: quota }),

  listLimits: ({ account }, actions) => actions.listLimits({ account }),
  setLimit: ({ account, domain, body }, actions) => actions.setLimit({ account, domain, ...body }),
  removeLimit: ({ account, domain }, actions) => actions.removeLimit({ account, domain }),

  getBounceLimits: ({ account }, actions) => actions.getBounceLimits({ account }),
  setBounceLimits: ({ account, body }, actions) => actions.setBounceLimits({ account, ...body }),

  getProfileFields: async ({ account }, actions) => ({ names: await actions.profileFields({ account }) }),
  setProfileFields: ({ account, body }, actions) => actions.setProfileFields({ account, ...body }),

  listSites: ({ account }, actions) => actions.listSites({ account }),
  addSite: async ({ account, body }, actions) => ({ id: await actions.addSite({ account, ...body }) }),
  addGoal: async ({ account, site, body }, actions) => ({ id: await actions.addGoal({ account, site, ...body }) }),

  listAuditEntries: (input, actions) => actions.listActs(input),
  listSendouts: ({ account }, actions) => actions.listSendouts({ account }),

  listRelays: (_, actions) => actions.listRelays({}),
  addRelay: async ({ body }, actions) => ({ id: await actions.addRelay(body) }),
  async setRelay({ relay, body }, actions) {
    await actions.setRelay({ name: relay, ...body });
  },
  async removeRelay({ relay }, actions) {
    await actions.removeRelay({ name: relay });
  },
  listReceivers: (_, actions) => actions.listReceivers({}),
  async testRelay({ relay }, actions) {
    if (!(await actions.listRelays({})).some(({ name }) => name === relay)) throw notFound('Relay', relay);
    return actions.testRelay({ name: relay }).catch((error: Error) => {
      throw unfit(error.message);
    });
  },

  listJobs: (input, actions) => actions.listJobs(input),
  retryJob: ({ account, job }, actions) => actions.retryJob({ account, id: job }),
  deleteJob: ({ account, job }, actions) => actions.deleteJob({ account, id: job }),

  startBackup: ({ body }, actions) => actions.startBackup(body),
  getBackup: (_, actions) => actions.backupState({}),
  setVerifiedBackup: ({ body }, actions) => actions.setVerifiedBackup(body),
  getVerifiedBackup: (_, actions) => actions.verifiedBackup({}),

  startAccountExport: ({ body: { account, target } }, actions) => actions.exportAccount({ id: account, target }),
  startAccountImport: ({ body: { source } }, actions) => actions.importAccount({ source }),
  getMove: (_, actions) => actions.moveState({}),
  releaseAccount: ({ account }, actions) => actions.unsealAccount({ id: account }),
  async removeMovedAccount({ account }, actions) {
    await actions.removeAccount({ id: account });
  },

  listDomains: (_, actions) => actions.listDomains({}),
  listSenderDomains: ({ account }, actions) => actions.listSenderDomains({ account }),
  giveSenderDomain: ({ account, domain }, actions) => actions.giveSenderDomain({ account, domain }),
  removeSenderDomain: ({ account, domain }, actions) => actions.removeSenderDomain({ account, domain }),
  createDkimKey: ({ body: { domain, selector = 'mailwright', type = 'rsa' } }, actions) =>
    actions.createDkimKey({ domain, selector, type }),

  listOperatorKeys: (_, actions) => actions.listOperatorKeys({}),
  createOperatorKey: ({ body: { label = '', expires = null, networks = [], rights } }, actions) =>
    actions.createOperatorKey({ label, expires, networks, rights }),
  revokeOperatorKey: ({ key }, actions) => actions.revokeOperatorKey({ id: key }),

  async getHealth(_, actions) {
    const { senders: _senders, secrets: _secrets, ...health } = await actions.diagnosis({});
    return health;
  },
});
