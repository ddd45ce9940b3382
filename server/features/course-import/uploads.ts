/** Packages in pieces, as the builder's files come: the bytes lie on disk under an id of ours. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { beginPackage, sendPackagePiece } from '#contract/course-import/course-import.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import * as rows from './packages.repository.ts'

/** All packages of one tenant that wait. */
export const WAITING_MAX_BYTES = 20 * 1024 ** 3

export const packagePath = (dataDir: string, clientId: number, id: string) =>
  join(dataDir, 'uploads', String(clientId), `package-${id}.part`)
const received = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0

const keyOf = (scope: StaffScope) => ({ clientId: scope.tenant.clientId, userId: scope.actor.userId })

/** A package of this person, locked. */
export const own = async (db: TenantDb, scope: StaffScope, id: string): Promise<rows.PackageRow> => {
  const row = await rows.packageRow(db, { ...keyOf(scope), id })
  if (!row) throw notFound()
  return row
}

const standing = async (dataDir: string, scope: StaffScope, row: rows.PackageRow) => ({
  package_id: row.id,
  offset:
    row.course_id === null ? await received(packagePath(dataDir, scope.tenant.clientId, row.id)) : row.size,
  size: row.size,
})

export const begin = (dataDir: string, scope: StaffScope, body: BodyOf<typeof beginPackage>) =>
  scope.tx(async (db) => {
    const key = keyOf(scope)
    const made = { id: randomUUID(), ...body }
    const same = await rows.begunBefore(db, key, made)
    if (same) return standing(dataDir, scope, same)
    if ((await rows.waitingBytes(db, key.clientId)) + body.size > WAITING_MAX_BYTES)
      throw new AppError('body_too_large', 'The space for packages is used up.')
    await rows.addPackage(db, key, made, scope.clock.now())
    return { package_id: made.id, offset: 0, size: body.size }
  })

export const howFar = (dataDir: string, scope: StaffScope, id: string) =>
  scope.tx(async (db) => standing(dataDir, scope, await own(db, scope, id)))

export const piece = (
  dataDir: string,
  scope: StaffScope,
  id: string,
  body: BodyOf<typeof sendPackagePiece>,
) =>
  scope.tx(async (db) => {
    const row = await own(db, scope, id)
    const now = await standing(dataDir, scope, row)
    // It arrived before, and only the answer was lost.
    if (body.offset < now.offset) return now
    if (body.offset > now.offset)
      throw new AppError('conflict', `The next piece begins at ${now.offset}, not at ${body.offset}.`)
    const bytes = Buffer.from(body.data, 'base64')
    if (now.offset + bytes.length > row.size)
      throw new AppError('body_too_large', 'This is more than the package was said to have.')
    const path = packagePath(dataDir, scope.tenant.clientId, row.id)
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'a')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    return { ...now, offset: now.offset + bytes.length }
  })

/** The package's path once all of it is there. */
export const wholePath = async (dataDir: string, clientId: number, row: rows.PackageRow): Promise<string> => {
  const path = packagePath(dataDir, clientId, row.id)
  if ((await received(path)) !== row.size) throw new AppError('conflict', 'The package is not whole yet.')
  return path
}

export const dropPackage = (dataDir: string, clientId: number, id: string) =>
  rm(packagePath(dataDir, clientId, id), { force: true })
