/** Payload of a schedule's job; the key of the job is the id of the mailing. */
export interface FireSchedule {
  mailingId: number;
}

/** The jobs that send mailings at their time. */
export const fireScheduleKind = { kind: 'fire-schedule' };
