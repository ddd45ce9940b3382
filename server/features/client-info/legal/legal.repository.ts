import './legal.tables.ts'
import type { LegalKind } from '#contract/client-info/legal.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export type LegalTexts = Partial<Record<Language, string | undefined>>

export interface LegalRow {
  version: number
  texts: unknown
  published_at: Date
  published_by: string | null
}

/** The newest first. */
export const readLegalVersions = (
  db: TenantDb,
  clientId: number,
  { kind, limit, only }: { kind: LegalKind; limit: number; only?: number },
): Promise<LegalRow[]> =>
  db
    .selectFrom('client_legal_text as l')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.client_id', '=', 'l.client_id').onRef('u.id', '=', 'l.published_by'),
    )
    .select(['l.version', 'l.texts', 'l.published_at', 'u.full_name as published_by'])
    .where('l.client_id', '=', clientId)
    .where('l.kind', '=', kind)
    .$if(only !== undefined, (query) => query.where('l.version', '=', only ?? 0))
    .orderBy('l.version', 'desc')
    .limit(limit)
    .execute()

export const insertLegalVersion = async (
  db: TenantDb,
  clientId: number,
  row: { kind: LegalKind; version: number; texts: LegalTexts; now: Date; by: number },
): Promise<void> => {
  await db
    .insertInto('client_legal_text')
    .values({
      client_id: clientId,
      kind: row.kind,
      version: row.version,
      texts: JSON.stringify(row.texts),
      published_at: row.now,
      published_by: row.by,
    })
    .execute()
}
