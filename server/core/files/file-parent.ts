/**
 * What a stored file belongs to. The signed address names it, and the right to it is checked at each request, because
 * a person may leave a course or lose a role while the address is still valid.
 */
import type { Role } from '#contract/common.ts'
import type { Database, TenantDb } from '../db/database.ts'

/** Letters in signed addresses. */
export const PARENT_LETTERS = { item: 'i', recording: 'r', application: 'a', registration: 'w' } as const
export type ParentKind = keyof typeof PARENT_LETTERS

/** `own`: the person uploaded the file, so the session is enough. */
export type FileParent = 'own' | { readonly kind: ParentKind; readonly id: number }

export interface FileReader {
  readonly clientId: number
  readonly userId: number
  readonly role: Role
  readonly now: Date
}

/** Provided by the features through app.ts. */
export type FileRights = Readonly<
  Record<ParentKind, (db: TenantDb, reader: FileReader, id: number) => Promise<boolean>>
>
export type MayReadFile = (reader: FileReader, parent: FileParent) => Promise<boolean>

export const createMayReadFile =
  (database: Database, rights: FileRights): MayReadFile =>
  (reader, parent) =>
    parent === 'own'
      ? Promise.resolve(true)
      : database.withTenant(reader.clientId, (db) => rights[parent.kind](db, reader, parent.id))
