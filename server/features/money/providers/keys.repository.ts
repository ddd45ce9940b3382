/** The keys of a client's payment providers. The vault encrypts them; nobody reads them but the SDKs. */
import { sql, type Selectable } from 'kysely'
import type { PaymentProviderName } from '#contract/money/providers.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'

const PURPOSE = 'payment-provider'
export type ProviderRow = Selectable<Tables['payment_provider']>
type Secret = 'secret_enc' | 'webhook_enc'

const contextOf = (clientId: number, provider: string, column: Secret) =>
  `payment_provider:${clientId}:${provider}:${column}`

const secretColumn = (column: Secret): EncryptedColumn => ({
  table: 'payment_provider',
  column,
  key: ['provider'],
  purpose: PURPOSE,
  isTenants: true,
  context: (clientId, row) => contextOf(clientId, String(row['provider']), column),
})
export const providerKeyColumns: readonly EncryptedColumn[] = [
  secretColumn('secret_enc'),
  secretColumn('webhook_enc'),
]

export const encryptKey = (
  { vault }: Pick<Core, 'vault'>,
  clientId: number,
  provider: PaymentProviderName,
  column: Secret,
  text: string,
): Buffer => vault.encrypt(PURPOSE, Buffer.from(text, 'utf8'), contextOf(clientId, provider, column))

export interface ProviderKeys {
  readonly keyId: string
  readonly secret: string
  readonly webhookSecret: string
}

export const keysOf = ({ vault }: Pick<Core, 'vault'>, row: ProviderRow): ProviderKeys => {
  const open = (column: Secret) =>
    vault.decrypt(PURPOSE, row[column], contextOf(row.client_id, row.provider, column)).toString('utf8')
  return { keyId: row.key_id ?? '', secret: open('secret_enc'), webhookSecret: open('webhook_enc') }
}

const stored = (db: TenantDb, clientId: number) =>
  db.selectFrom('payment_provider').selectAll().where('client_id', '=', clientId)

export const providerRow = (
  db: TenantDb,
  clientId: number,
  provider: string,
): Promise<ProviderRow | undefined> =>
  stored(db, clientId)
    .where('provider', '=', provider as PaymentProviderName)
    .executeTakeFirst()

export const providerRows = (db: TenantDb, clientId: number): Promise<ProviderRow[]> =>
  stored(db, clientId).execute()

/** The one that learners pay with. */
export const chosenRow = (db: TenantDb, clientId: number): Promise<ProviderRow | undefined> =>
  stored(db, clientId).where('is_chosen', '=', true).executeTakeFirst()

export const saveKeys = async (
  db: TenantDb,
  row: Omit<ProviderRow, 'is_chosen' | 'checked_at'>,
): Promise<void> => {
  const { client_id: _client, provider: _provider, ...keys } = row
  await db
    .insertInto('payment_provider')
    .values({ ...row, checked_at: null })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'provider']).doUpdateSet({ ...keys, checked_at: null }),
    )
    .execute()
}

export const deleteKeys = async (
  db: TenantDb,
  clientId: number,
  provider: PaymentProviderName,
): Promise<void> => {
  await db
    .deleteFrom('payment_provider')
    .where('client_id', '=', clientId)
    .where('provider', '=', provider)
    .execute()
}

/** Notes what a check said, unless somebody changed the keys meanwhile. */
export const writeCheckedKeys = async (db: TenantDb, row: ProviderRow, at: Date | null): Promise<void> => {
  await db
    .updateTable('payment_provider')
    .set({ checked_at: at })
    .where('client_id', '=', row.client_id)
    .where('provider', '=', row.provider)
    .where('updated_at', '=', row.updated_at)
    .execute()
}

/** In two steps: there is never more than one. */
export const writeChoice = async (
  db: TenantDb,
  clientId: number,
  provider: PaymentProviderName | null,
): Promise<void> => {
  const all = db.updateTable('payment_provider').where('client_id', '=', clientId)
  await all.set({ is_chosen: false }).where('is_chosen', '=', true).execute()
  if (provider !== null) await all.set({ is_chosen: true }).where('provider', '=', provider).execute()
}

/** When the last genuine message of each provider came. */
export const lastMessages = async (db: TenantDb, clientId: number): Promise<Map<string, Date>> => {
  const { rows } = await sql<{ provider: string; at: Date }>`
    select provider, max(received_at) as at from payment_message
    where client_id = ${clientId} and event_id not like 'asked:%' group by provider`.execute(db)
  return new Map(rows.map(({ provider, at }) => [provider, at]))
}
