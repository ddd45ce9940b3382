/** Writing to the ledger and reading balances. Only `post` writes. */
import { sql } from 'kysely'
import { beforeCommit, withCommit, type TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { isAccount, type Account } from './chart.ts'
import { insertDocument, movementOf } from './documents/documents.repository.ts'
import { documentsOf } from './documents/number-documents.ts'
import type { Entry, Transaction } from './postings.ts'
import { followMoney } from './referrals/follow-money.ts'

const lineOf = (entry: Entry): string =>
  [entry.account, entry.amountMinor, entry.currency, entry.personId, entry.courseId].join('|')

const isSame = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  one.map(lineOf).toSorted().join('\n') === other.map(lineOf).toSorted().join('\n')

export interface PostedTransaction {
  id: number
  kind: Transaction['kind']
  reference: string
  purchaseId: number | null
  entries: Entry[]
}

const withEntries = async (
  db: TenantDb,
  clientId: number,
  found: { id: number; kind: Transaction['kind']; reference: string; purchase_id: number | null } | undefined,
): Promise<PostedTransaction | undefined> => {
  if (!found) return undefined
  const rows = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('transaction_id', '=', found.id)
    .orderBy('id')
    .execute()
  return {
    id: found.id,
    kind: found.kind,
    reference: found.reference,
    purchaseId: found.purchase_id,
    entries: rows.map((row) => ({
      account: row.account as Account,
      amountMinor: row.amount_minor,
      currency: row.currency,
      personId: row.person_id,
      courseId: row.course_id,
    })),
  }
}

const transactions = (db: TenantDb, clientId: number) =>
  db
    .selectFrom('ledger_transaction')
    .select(['id', 'kind', 'reference', 'purchase_id'])
    .where('client_id', '=', clientId)

/** With its entries, in one statement; undefined for a reference that is used. */
const insertTransaction = async (
  db: TenantDb,
  clientId: number,
  { entries, ...transaction }: Transaction,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    with t as (
      insert into ledger_transaction (client_id, kind, at, reference, purchase_id, order_id, link_id, referral_id, made_by,
        reverses, entries)
      values (${clientId}, ${transaction.kind}, ${transaction.at}, ${transaction.reference}, ${transaction.purchaseId},
        ${transaction.orderId ?? null}, ${transaction.linkId ?? null}, ${transaction.referralId ?? null},
        ${transaction.madeBy}, ${transaction.reverses}, ${entries.length})
      on conflict (client_id, reference) do nothing
      returning id
    ), e as (
      insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency, person_id, course_id)
      select ${clientId}, t.id, l.account, l.amount_minor, l.currency, l.person_id, l.course_id
      from t, unnest(
        ${entries.map(({ account }) => account)}::text[], ${entries.map(({ amountMinor }) => amountMinor)}::bigint[],
        ${entries.map(({ currency }) => currency)}::text[], ${entries.map(({ personId }) => personId)}::integer[],
        ${entries.map(({ courseId }) => courseId)}::integer[]
      ) with ordinality as l (account, amount_minor, currency, person_id, course_id, number)
      order by l.number
    )
    select id from t`.execute(db)
  return rows[0]?.id
}

const MONEY_KINDS: ReadonlySet<Transaction['kind']> = new Set(['payment', 'refund', 'reversal'])

/**
 * Posts a transaction with its entries; the database checks at the commit that it balances. A repeat of a reference
 * posts nothing. Another transaction under a used reference is refused. Money that moves gets its documents here, and
 * what it means for a referral follows in the same transaction.
 */
export const post = async (db: TenantDb, clientId: number, transaction: Transaction): Promise<number> => {
  const { entries, kind, reference } = transaction
  const unknown = entries.find(({ account }) => !isAccount(account))
  if (unknown) throw new Error(`ledger: there is no account ${unknown.account}`)
  const added = await insertTransaction(db, clientId, transaction)
  if (added === undefined) {
    const row = await transactions(db, clientId).where('reference', '=', reference).executeTakeFirstOrThrow()
    const posted = await withEntries(db, clientId, row)
    if (posted?.kind !== kind || !isSame(posted.entries, entries))
      throw new AppError('conflict', 'This reference has been used for another payment.')
    return posted.id
  }
  if (MONEY_KINDS.has(kind)) {
    const [movement, rewards] = await Promise.all([
      movementOf(db, clientId, added),
      followMoney(db, clientId, { ...transaction, id: added }),
    ])
    // The client's counter stays locked to the commit, and every other payment waits for it.
    if (movement)
      beforeCommit(db, async () => {
        const documents = await documentsOf(
          db,
          clientId,
          { transactionId: added, movement },
          transaction.refunds,
        )
        withCommit(db, () => Promise.all(documents.map((document) => insertDocument(db, clientId, document))))
      })
    for (const reward of rewards) await post(db, clientId, reward)
  }
  return added
}

/** The refund of a purchase that was posted last. */
export const lastRefund = async (
  db: TenantDb,
  clientId: number,
  purchaseId: number,
): Promise<PostedTransaction | undefined> =>
  withEntries(
    db,
    clientId,
    await transactions(db, clientId)
      .where('purchase_id', '=', purchaseId)
      .where('kind', '=', 'refund')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )

export const countRefunds = async (db: TenantDb, clientId: number, purchaseId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ledger_transaction
    where client_id = ${clientId} and purchase_id = ${purchaseId} and kind = 'refund'`.execute(db)
  return rows[0]?.n ?? 0
}

export interface AccountBalance {
  account: Account
  currency: string
  balance: number
}

/** Balances by account, of one purchase, one order, one person or all. */
export const balancesOf = async (
  db: TenantDb,
  clientId: number,
  of: { purchaseId?: number; personId?: number; orderId?: number; linkId?: number } = {},
): Promise<AccountBalance[]> => {
  const { rows } = await sql<AccountBalance>`
    select e.account, e.currency, sum(e.amount_minor)::bigint as balance
    from ledger_entry e
    join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
    where e.client_id = ${clientId}
      and (${of.purchaseId ?? null}::integer is null or t.purchase_id = ${of.purchaseId ?? null})
      and (${of.orderId ?? null}::integer is null or t.order_id = ${of.orderId ?? null})
      and (${of.linkId ?? null}::integer is null or t.link_id = ${of.linkId ?? null})
      and (${of.personId ?? null}::integer is null or e.person_id = ${of.personId ?? null})
    group by e.account, e.currency order by e.account, e.currency`.execute(db)
  return rows
}
