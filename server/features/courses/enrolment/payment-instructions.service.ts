import type { PaymentInstructions, setPaymentInstructions } from '#contract/courses/payment-instructions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { readPaymentInstructions, writePaymentInstructions } from './payment-instructions.repository.ts'

const instructionsOf = async (
  db: TenantDb,
  { tenant: { clientId, languages } }: AdminScope,
): Promise<PaymentInstructions> => {
  const texts = await readPaymentInstructions(db, clientId)
  return { texts: Object.fromEntries(languages.map((language) => [language, texts.get(language) ?? ''])) }
}

export const paymentInstructions = (scope: AdminScope): Promise<PaymentInstructions> =>
  scope.tx((db) => instructionsOf(db, scope))

/** Changes only the languages that are given. */
export const savePaymentInstructions = (
  { audit }: CoursesContext,
  scope: AdminScope,
  { texts }: BodyOf<typeof setPaymentInstructions>,
): Promise<PaymentInstructions> =>
  scope.tx(async (db) => {
    const { clientId, languages } = scope.tenant
    const changed = languages.filter((language) => texts[language] !== undefined)
    for (const language of changed)
      await writePaymentInstructions(db, clientId, language, texts[language] ?? '')
    await audit.record(db, {
      action: 'courses.paymentInstructions',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `client:${clientId}`,
      detail: { languages: changed.join(',') },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    return instructionsOf(db, scope)
  })
