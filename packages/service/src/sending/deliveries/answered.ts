import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a person has answered a mail; of columns of `contact`. Answers of machines do not count. @param which of columns of `answer` */
export const hasAnswered = (accountId: number, which: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql`exists (
  select from answer where answer.account_id = ${accountId} and answer.contact_id = contact.id and ${which}
    and answer.kind in ('human', 'unsubscribe'))`;
