import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import { isFinished } from '../../mailings/index.ts';
import { experiments, signOffs } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { requireReady } from '../mailings/ready.ts';
import { experimentDocument, summaryDocument } from './document.ts';
import { lockWhole, requireExperiment, requireState } from './require.ts';

/** The usual hours to the decision: most of those who read a newsletter do so on the same day. */
const usualHours = 4;

/** Experiments with variants of mailings. */
export const experimentHandlers = {
  async createExperiment({ body }, { db, accountId }) {
    const { name, share, holdout = 0, criterion, hours = usualHours, mailing_ids, send_times } = body;
    if (share + holdout > 100)
      throw badRequest(`share and holdout must not exceed 100 percent together but were ${share} and ${holdout}.`);
    if (send_times) experiments.requireSendTimes(send_times, mailing_ids.length, { criterion, hours });
    const mailings = await experiments.lockVariants(db, accountId, mailing_ids);
    const missing = mailing_ids.find((id) => !mailings.some((mailing) => mailing.id === id));
    if (missing !== undefined) throw notFound('Mailing', missing);
    await experiments.requireFit(db, mailings);
    const [tried] = await experiments.triedAmong(db, accountId, mailing_ids);
    if (tried !== undefined) throw conflict(`Mailing with id ${tried} is a variant of an experiment already.`);
    if ((await experiments.countExperiments(db, accountId)) >= experiments.mostExperiments)
      throw conflict(`The account has ${experiments.mostExperiments} experiments, which is the maximum.`);
    const draft = { name, share, holdout, criterion, hours };
    return experiments.insertExperiment(db, accountId, draft, mailing_ids, send_times);
  },

  async listExperiments(_input, { db, accountId }) {
    const found = await experiments.listExperiments(db, accountId);
    const variants = await experiments.variantsOf(
      db,
      accountId,
      found.map(({ id }) => id),
    );
    return found.map((experiment) => summaryDocument(experiment, variants.get(experiment.id) ?? []));
  },

  async getExperiment({ experimentId }, context) {
    const { db, accountId } = context;
    const experiment = await requireExperiment(context, experimentId);
    const variants = (await experiments.variantsOf(db, accountId, [experimentId])).get(experimentId) ?? [];
    return experimentDocument(db, experiment, variants);
  },

  async deleteExperiment({ experimentId }, context) {
    const { experiment, mailings } = await lockWhole(context, experimentId);
    requireState(experiment, 'deleted', ['draft', 'decided', 'canceled']);
    // Without the experiment, a mailing that can still be sent would go to contacts who have got another variant.
    const open = experiment.state !== 'draft' && mailings.find(({ state }) => !isFinished(state));
    if (open)
      throw conflict(`Experiment with id ${experimentId} cannot be deleted: its mailing ${open.id} can still be sent.`);
    await experiments.deleteExperiment(context.db, experiment);
  },

  async startExperiment({ experimentId }, context) {
    const { db, userId = null, wakeWorker } = context;
    const { experiment, variants, mailings } = await lockWhole(context, experimentId);
    requireState(experiment, 'started', ['draft']);
    if (mailings.length < 2)
      throw conflict(`Experiment with id ${experimentId} has fewer than two variants; the others were deleted.`);
    await experiments.requireFit(db, mailings);
    for (const mailing of mailings) {
      await requireReady(context, mailing);
      await signOffs.requireSignedOff(db, mailing, userId);
    }
    await experiments.startExperiment(db, experiment, { mailings, variants }, userId);
    wakeWorker();
  },

  async decideExperiment({ experimentId, chosen }, context) {
    const { db, accountId, userId = null, wakeWorker } = context;
    const { experiment, variants, mailings } = await lockWhole(context, experimentId);
    const mailing = mailings.find(({ id }) => id === chosen);
    if (mailing === undefined)
      throw badRequest(`chosen must be the id of a variant of experiment ${experimentId} but was ${chosen}.`);
    requireState(experiment, 'decided', ['testing', 'stopped']);
    if (mailing.state !== 'sending' && mailing.state !== 'paused')
      throw conflict(
        `Mailing with id ${chosen} is ${mailing.state} and cannot be chosen; its state must be sending or paused.`,
      );
    await experiments.takeOver(db, accountId, chosen, userId);
    await experiments.decide(db, experiment, variants, { kind: 'by_hand', mailingId: chosen, pValue: null });
    wakeWorker();
  },

  async cancelExperiment({ experimentId }, context) {
    const { experiment, mailings } = await lockWhole(context, experimentId);
    if (experiment.state === 'canceled') return;
    requireState(experiment, 'canceled', ['testing', 'stopped']);
    await experiments.cancelExperiment(context.db, experiment, mailings);
    context.wakeWorker();
  },
} satisfies Partial<Handlers<Context>>;
