import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** The client's text in the first of `languages` that has one, else in any language. */
export const paymentInstructionsIn = async (
  db: TenantDb,
  clientId: number,
  languages: readonly Language[],
): Promise<string | null> => {
  const { rows } = await sql<{ text: string }>`
    select text from payment_instructions where client_id = ${clientId}
    order by array_position(${[...languages]}::text[], language) nulls last, language limit 1`.execute(db)
  return rows[0]?.text ?? null
}

export const readPaymentInstructions = async (
  db: TenantDb,
  clientId: number,
): Promise<ReadonlyMap<Language, string>> => {
  const rows = await db
    .selectFrom('payment_instructions')
    .select(['language', 'text'])
    .where('client_id', '=', clientId)
    .execute()
  return new Map(rows.map(({ language, text }) => [language, text]))
}

/** Writes the text of one language; an empty one removes it. */
export const writePaymentInstructions = async (
  db: TenantDb,
  clientId: number,
  language: Language,
  text: string,
): Promise<void> => {
  if (text === '') {
    await db
      .deleteFrom('payment_instructions')
      .where('client_id', '=', clientId)
      .where('language', '=', language)
      .execute()
    return
  }
  await db
    .insertInto('payment_instructions')
    .values({ client_id: clientId, language, text })
    .onConflict((conflict) => conflict.columns(['client_id', 'language']).doUpdateSet({ text }))
    .execute()
}
