import type { BodyOf } from '#contract/endpoint.ts'
import { VIEWS_MAX, type createView as createCall, type StudentView } from '#contract/students/views.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { textKey } from '../text-key.ts'
import { hasName, insertView, removeView, updateView, viewRows } from './views.repository.ts'

const lookerOf = ({ actor }: StaffScope) => ({
  userId: actor.userId,
  seesShared: actor.role !== 'instructor',
})

const taken = () => invalidField('name', { code: 'taken', message: 'You have a view with this name.' })

const writtenOf = (scope: StaffScope, { name, is_shared: isShared, settings }: BodyOf<typeof createCall>) => {
  if (isShared && scope.actor.role === 'instructor')
    throw new AppError('forbidden', "You don't have permission to do this.")
  return { owner: scope.actor.userId, name, key: textKey(name), isShared, settings }
}

const viewOf = async (db: TenantDb, scope: StaffScope, id: number): Promise<StudentView> => {
  const [view] = await viewRows(db, lookerOf(scope), id)
  if (!view) throw notFound()
  return view
}

export const listViews = (scope: StaffScope) =>
  scope.tx(async (db) => ({ views: await viewRows(db, lookerOf(scope)) }))

export const createView = (scope: StaffScope, body: BodyOf<typeof createCall>): Promise<StudentView> =>
  scope.tx(async (db) => {
    const written = writtenOf(scope, body)
    const views = await viewRows(db, lookerOf(scope))
    if (views.filter((view) => view.is_own).length >= VIEWS_MAX)
      throw new AppError('conflict', `You have ${VIEWS_MAX} views already. Delete one first.`)
    const id = await insertView(db, written, scope.clock.now())
    if (id === null) throw taken()
    return viewOf(db, scope, id)
  })

export const saveView = (
  scope: StaffScope,
  id: number,
  body: BodyOf<typeof createCall>,
): Promise<StudentView> =>
  scope.tx(async (db) => {
    const written = writtenOf(scope, body)
    const { is_own: isOwn } = await viewOf(db, scope, id)
    if (!isOwn) throw new AppError('forbidden', "You don't have permission to do this.")
    if (await hasName(db, { owner: written.owner, key: written.key, besides: id })) throw taken()
    await updateView(db, id, written)
    return viewOf(db, scope, id)
  })

/** A view that is gone or not the caller's stays as it is. */
export const deleteView = (scope: StaffScope, id: number): Promise<undefined> =>
  scope.tx(async (db) => {
    await removeView(db, id, scope.actor.userId)
    return undefined
  })
