/** The rules of contract/percent.ts as SQL. */
import { sql, type RawBuilder } from 'kysely'

/** `percentDone`: rounded to the nearest, and 100 only when everything is done. */
export const percentDoneSql = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when ${whole} = 0 then 0 when ${part} >= ${whole} then 100
    else least(99, round(100.0 * ${part} / ${whole})) end)::integer`

/** `wholePercent`: rounded to the nearest, and never up to 100 or to a bound that was missed. Null stays null. */
export const wholePercentSql = (
  percent: RawBuilder<unknown>,
  bound: RawBuilder<unknown>,
): RawBuilder<number | null> =>
  sql<number | null>`least(round(${percent}), case when ${percent} < ${bound} then ${bound} - 1 end,
    case when ${percent} < 100 then 99 end)::integer`
