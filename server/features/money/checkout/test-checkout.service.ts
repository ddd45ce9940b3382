/** The page of the test provider: its payer chooses what happens. */
import { randomUUID } from 'node:crypto'
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { TestCheckout, TestOutcome } from '#contract/money/programmes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import type { FindProvider } from './providers.ts'
import * as rows from './test-checkout.repository.ts'
import { TEST_PROVIDER } from './test-provider.ts'

const SLOW_MS = 15_000
const LATE_MS = 2 * 60_000

type Plan = readonly (readonly [kind: 'processing' | 'failed' | 'paid', afterMs: number])[]

/** Which messages follow a choice; `twice` sends one event again. */
const PLANS: Readonly<Record<TestOutcome, Plan>> = {
  succeed: [['paid', 0]],
  twice: [
    ['paid', 0],
    ['paid', 0],
  ],
  slow: [
    ['processing', 0],
    ['paid', SLOW_MS],
  ],
  late: [['paid', LATE_MS]],
  fail: [['failed', 0]],
  never: [],
  abandon: [],
}
const ENDS: Readonly<Record<TestOutcome, 'paid' | 'failed' | null>> = {
  succeed: 'paid',
  twice: 'paid',
  slow: 'paid',
  late: 'paid',
  never: 'paid',
  fail: 'failed',
  abandon: null,
}

export interface TestCheckoutContext {
  readonly findProvider: FindProvider
  /** Sends what is due now. */
  readonly send: (clientId: number) => Promise<unknown>
}

const isOpen = ({ state }: Pick<rows.TestCheckoutRow, 'state'>) => state === 'open' || state === 'failed'

const toPage = (scope: PublicScope, row: rows.TestCheckoutRow): TestCheckout => ({
  amount_minor: row.amount_minor,
  currency: row.currency,
  title:
    row.link_title ??
    row.course_title ??
    inLanguage(row.programme_title ?? {}, languageFor(scope), scope.tenant.languages[0]) ??
    '',
  is_open: isOpen(row),
  return_path: row.return_path,
})

type Wanted = rows.Payer & { readonly checkoutId: string }

const ownRow = async (
  { findProvider }: TestCheckoutContext,
  scope: PublicScope,
  db: TenantDb,
  wanted: Wanted,
): Promise<rows.TestCheckoutRow> => {
  const { clientId } = scope.tenant
  const provider = await findProvider(db, clientId, TEST_PROVIDER)
  const row = provider && (await rows.testCheckoutOf(db, clientId, wanted, { lock: true }))
  if (!row) throw notFound()
  return row
}

/** Of a payment link: whoever has the link. */
export const testCheckoutOfLink = (
  context: TestCheckoutContext,
  scope: PublicScope,
  { payCode, checkoutId }: { payCode: string; checkoutId: string },
): Promise<TestCheckout> =>
  scope.tx(async (db) => toPage(scope, await ownRow(context, scope, db, { payCode, checkoutId })))

export const testCheckout = (
  context: TestCheckoutContext,
  scope: MemberScope,
  checkoutId: string,
): Promise<TestCheckout> =>
  scope.tx(async (db) =>
    toPage(scope, await ownRow(context, scope, db, { userId: scope.actor.userId, checkoutId })),
  )

export const payTestCheckout = (
  context: TestCheckoutContext,
  scope: MemberScope,
  checkoutId: string,
  outcome: TestOutcome,
): Promise<TestCheckout> => choose(context, scope, { userId: scope.actor.userId, checkoutId }, outcome)

export const chooseForLink = (
  context: TestCheckoutContext,
  scope: PublicScope,
  { payCode, checkoutId }: { payCode: string; checkoutId: string },
  outcome: TestOutcome,
): Promise<TestCheckout> => choose(context, scope, { payCode, checkoutId }, outcome)

const choose = async (
  context: TestCheckoutContext,
  scope: PublicScope,
  wanted: Wanted,
  outcome: TestOutcome,
): Promise<TestCheckout> => {
  const { clientId } = scope.tenant
  const page = await scope.tx(async (db) => {
    const row = await ownRow(context, scope, db, wanted)
    const end = ENDS[outcome]
    if (!isOpen(row) || end === null) return toPage(scope, row)
    const now = scope.clock.now().getTime()
    const eventIds = new Map(PLANS[outcome].map(([kind]) => [kind, randomUUID()]))
    await rows.writeTestCheckout(db, clientId, row.id, { state: end })
    await rows.addTestMessages(
      db,
      clientId,
      row.id,
      PLANS[outcome].map(([kind, afterMs]) => ({
        event_id: eventIds.get(kind) ?? randomUUID(),
        kind,
        amount_minor: row.amount_minor,
        send_at: new Date(now + afterMs),
      })),
    )
    return toPage(scope, { ...row, state: end })
  })
  await context.send(clientId)
  return page
}
