import { sql, type RawBuilder } from 'kysely'

/** `percentDone` of contract/percent.ts as SQL: rounded to the nearest, and 100 only when everything is done. */
export const percentDoneSql = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when ${whole} = 0 then 0 when ${part} >= ${whole} then 100
    else least(99, round(100.0 * ${part} / ${whole})) end)::integer`
