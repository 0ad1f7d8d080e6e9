/** What the job of a schedule says; the job has the id of the mailing as its key. */
export interface FireSchedule {
  mailingId: number;
}

/** The jobs that send mailings at their time. */
export const fireScheduleKind = { kind: 'fire-schedule' };
