import { textOf } from '../../components/forms.ts';
import { fault } from '../../components/notice.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { showReport } from './report.ts';

/** Makes a new link. */
export async function shareReport(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const chosen = textOf(form, 'days');
  const days = chosen === '' ? undefined : Number(chosen);
  const mailingid = Number(params.id);
  const made = await attempt(
    client.mailingActions.rotateReportUrl({ mailingid, ...(days !== undefined && { days }) }).orThrow(),
  );
  return 'fault' in made
    ? showReport(visit, fault(made.fault))
    : redirect(`/console/mailings/${mailingid}/report?done=shared#share`);
}

/** Ends the link. */
export async function withdrawReport(visit: Visit): Promise<Response> {
  const mailingid = Number(visit.params.id);
  const ended = await attempt(visit.client.mailingActions.withdrawReportUrl({ mailingid }).orThrow());
  return 'fault' in ended
    ? showReport(visit, fault(ended.fault))
    : redirect(`/console/mailings/${mailingid}/report?done=unshared#share`);
}
