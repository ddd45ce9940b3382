/** Uploads of packages in chunks; the bytes are kept on disk under a generated id. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { beginPackage, sendPackagePiece } from '#contract/course-import/course-import.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import * as rows from './packages.repository.ts'

/** All unfinished packages of one tenant together. */
export const UNFINISHED_MAX_BYTES = 20 * 1024 ** 3

export const packagePath = (dataDir: string, clientId: number, id: string) =>
  join(dataDir, 'uploads', String(clientId), `package-${id}.part`)
const receivedBytes = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0

const keyOf = (scope: StaffScope) => ({ clientId: scope.tenant.clientId, userId: scope.actor.userId })

/** Returns a package of this person, locked. */
export const requirePackage = async (
  db: TenantDb,
  scope: StaffScope,
  id: string,
): Promise<rows.PackageRow> => {
  const row = await rows.packageRow(db, { ...keyOf(scope), id })
  if (!row) throw notFound()
  return row
}

const uploadStatus = async (dataDir: string, scope: StaffScope, row: rows.PackageRow) => ({
  package_id: row.id,
  offset:
    row.course_id === null
      ? await receivedBytes(packagePath(dataDir, scope.tenant.clientId, row.id))
      : row.size,
  size: row.size,
})

export const begin = (dataDir: string, scope: StaffScope, body: BodyOf<typeof beginPackage>) =>
  scope.tx(async (db) => {
    const key = keyOf(scope)
    const newPackage = { id: randomUUID(), ...body }
    const unfinished = await rows.findUnfinished(db, key, newPackage)
    if (unfinished) return uploadStatus(dataDir, scope, unfinished)
    if ((await rows.unfinishedBytes(db, key.clientId)) + body.size > UNFINISHED_MAX_BYTES)
      throw new AppError('body_too_large', 'The space for packages is used up.')
    await rows.addPackage(db, key, newPackage, scope.clock.now())
    return { package_id: newPackage.id, offset: 0, size: body.size }
  })

export const progress = (dataDir: string, scope: StaffScope, id: string) =>
  scope.tx(async (db) => uploadStatus(dataDir, scope, await requirePackage(db, scope, id)))

export const append = (
  dataDir: string,
  scope: StaffScope,
  id: string,
  body: BodyOf<typeof sendPackagePiece>,
) =>
  scope.tx(async (db) => {
    const row = await requirePackage(db, scope, id)
    const status = await uploadStatus(dataDir, scope, row)
    // The chunk arrived before, but the response was lost.
    if (body.offset < status.offset) return status
    if (body.offset > status.offset)
      throw new AppError('conflict', `The next chunk starts at ${status.offset}, not at ${body.offset}.`)
    const bytes = Buffer.from(body.data, 'base64')
    if (status.offset + bytes.length > row.size)
      throw new AppError('body_too_large', 'This is more than the declared size of the package.')
    const path = packagePath(dataDir, scope.tenant.clientId, row.id)
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'a')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    return { ...status, offset: status.offset + bytes.length }
  })

/** The package's path; throws until the upload is complete. */
export const completePath = async (
  dataDir: string,
  clientId: number,
  row: rows.PackageRow,
): Promise<string> => {
  const path = packagePath(dataDir, clientId, row.id)
  if ((await receivedBytes(path)) !== row.size)
    throw new AppError('conflict', 'The package is not completely uploaded yet.')
  return path
}

export const dropPackage = (dataDir: string, clientId: number, id: string) =>
  rm(packagePath(dataDir, clientId, id), { force: true })
