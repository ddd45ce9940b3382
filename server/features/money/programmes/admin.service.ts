/** Admins create, change, publish and withdraw programmes. Whoever has paid keeps what was agreed. */
import type {
  EditedProgramme,
  EditedProgrammes,
  publishProgramme as publishCall,
  saveProgramme as saveCall,
} from '#contract/money/admin-programmes.ts'
import type { LocalText } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { countCourses, currencyOf } from '../coupons/coupons.repository.ts'
import * as rows from './admin.repository.ts'

type Context = Pick<Core, 'audit'>
type Body = BodyOf<typeof saveCall>

const toEdited = (row: rows.EditedRow): EditedProgramme => {
  const { client_id: _client, instalment_days: days, instalment_percents: percents, ...programme } = row
  return {
    ...programme,
    instalments: days.map((each, index) => ({ days: each, percent: percents[index] ?? 0 })),
  }
}

const textsOf = (texts: LocalText): Partial<Record<Language, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text))

const editedOf = async (db: TenantDb, clientId: number, slug: ProgrammeSlug): Promise<EditedProgramme> => {
  const [row] = await rows.editedProgrammes(db, clientId, slug)
  if (!row) throw notFound()
  return toEdited(row)
}

export const programmes = (scope: AdminScope): Promise<EditedProgrammes> =>
  scope.tx(async (db) => {
    const { clientId, languages } = scope.tenant
    return {
      results: (await rows.editedProgrammes(db, clientId)).map(toEdited),
      currency: await currencyOf(db, clientId),
      languages: [...languages],
      assessments: await rows.assessmentChoices(db, clientId),
    }
  })

const record = (
  { audit }: Context,
  scope: AdminScope,
  db: TenantDb,
  slug: ProgrammeSlug,
  event: {
    action: 'money.programme' | 'money.programme_publish'
    detail: Record<string, number | string | boolean>
  },
): Promise<void> =>
  audit.record(db, {
    ...event,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `programme:${slug}`,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

const checkTerms = (scope: AdminScope, { title, instalments, minimum_minor, total_minor }: Body): void => {
  if (scope.tenant.languages.some((language) => !title[language]))
    throw invalidField('title', { code: 'required', message: 'Give the title in every language.' })
  const sum = instalments.reduce((all, { percent }) => all + percent, 0)
  if (sum !== 100)
    throw invalidField('instalments', { code: 'incorrect', message: 'The shares are not 100% together.' })
  if (instalments.some(({ days }, index) => days <= (instalments[index - 1]?.days ?? 0)))
    throw invalidField('instalments', {
      code: 'incorrect',
      message: 'Each instalment is after the one before.',
    })
  if (minimum_minor > total_minor)
    throw invalidField('minimum_minor', { code: 'too_large', message: 'This is more than the price.' })
}

/** A new one is not offered before it is published. */
export const saveProgramme = (
  context: Context,
  scope: AdminScope,
  slug: ProgrammeSlug,
  body: Body,
): Promise<EditedProgramme> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    checkTerms(scope, body)
    const { instalments, course_ids, revision: edited, title, summary, ...terms } = body
    const courseIds = [...new Set(course_ids)]
    if ((await countCourses(db, clientId, courseIds)) < courseIds.length)
      throw invalidField('course_ids', { code: 'incorrect', message: 'One of these courses does not exist.' })
    if (terms.assessment_id !== null) {
      const choices = await rows.assessmentChoices(db, clientId)
      if (!choices.some(({ id }) => id === terms.assessment_id))
        throw invalidField('assessment_id', { code: 'incorrect', message: 'There is no such assessment.' })
    }
    const revision = await rows.lockRevision(db, clientId, slug)
    if (revision !== edited)
      throw new AppError('conflict', 'Somebody has changed this programme. Please look at it again.')
    await rows.writeProgramme(db, {
      client_id: clientId,
      slug,
      ...terms,
      title: textsOf(title),
      summary: textsOf(summary),
      currency: await currencyOf(db, clientId),
      instalment_days: instalments.map(({ days }) => days),
      instalment_percents: instalments.map(({ percent }) => percent),
      is_published: false,
      revision: revision + 1,
    })
    await rows.writeCourses(db, clientId, slug, courseIds)
    const detail = { total_minor: terms.total_minor, courses: courseIds.length, is_new: revision === 0 }
    await record(context, scope, db, slug, { action: 'money.programme', detail })
    return editedOf(db, clientId, slug)
  })

export const publishProgramme = (
  context: Context,
  scope: AdminScope,
  slug: ProgrammeSlug,
  { is_published: isPublished }: BodyOf<typeof publishCall>,
): Promise<EditedProgramme> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await rows.lockRevision(db, clientId, slug)
    const before = await editedOf(db, clientId, slug)
    if (before.is_published === isPublished) return before
    if (isPublished && !before.courses.some((course) => course.is_published))
      throw new AppError('conflict', 'None of its courses is published.')
    await rows.writePublished(db, clientId, slug, isPublished)
    const detail = { is_published: isPublished }
    await record(context, scope, db, slug, { action: 'money.programme_publish', detail })
    return { ...before, is_published: isPublished }
  })
