import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import { pathFor, type BodyOf, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import {
  listQuestions,
  listQuestionVersions,
  type BankQuestion,
  type BankTag,
  type BankTopic,
  type changeTag,
  type createQuestion,
  type QuestionState,
  type saveQuestion,
} from '#contract/question-bank/question-bank.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import * as policy from './assessment.policy.ts'
import * as rows from './questions.repository.ts'
import { lockStock, activeWithShortage } from './stock.repository.ts'
import { changeTag as putTag, tagList } from './tags.repository.ts'

export interface BankContext {
  audit: Audit
}

export const toPerson = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' }
const keyOf = (scope: StaffScope, questionId: number): rows.QuestionKey => ({
  clientId: scope.tenant.clientId,
  questionId,
})

/** Writes an audit entry. */
export const recordAudit = (
  { audit }: BankContext,
  db: TenantDb,
  scope: StaffScope,
  action: AuditAction,
  object: string,
  detail?: Record<string, string | number | boolean | null>,
): Promise<void> =>
  audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object,
    ...(detail ? { detail } : {}),
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

/* ---- topics ---- */

export const topics = (scope: StaffScope): Promise<{ results: BankTopic[] }> =>
  scope.tx(async (db) => ({ results: await rows.topicList(db, scope.tenant.clientId) }))

export const putTopic = (
  context: BankContext,
  scope: StaffScope,
  key: string,
  names: Partial<Record<Language, string>>,
): Promise<BankTopic> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const topicId = await rows.putTopic(db, clientId, key, names)
    await recordAudit(context, db, scope, 'bank.topic', `bank_topic:${topicId}`)
    const topic = (await rows.topicList(db, clientId)).find(({ id }) => id === topicId)
    if (!topic) throw notFound()
    return topic
  })

export const requireTopic = async (db: TenantDb, clientId: number, topicId: number): Promise<void> => {
  const existing = await rows.topicList(db, clientId)
  if (!existing.some(({ id }) => id === topicId)) throw invalidField('topic_id', fieldIssue('invalid'))
}

/* ---- tags ---- */

export const tags = (scope: StaffScope): Promise<{ results: BankTag[] }> =>
  scope.tx(async (db) => ({ results: await tagList(db, scope.tenant.clientId) }))

export const renameTag = (
  context: BankContext,
  scope: StaffScope,
  { tag, to }: BodyOf<typeof changeTag>,
): Promise<{ questions: number }> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const questions = tag === to ? 0 : await putTag(db, clientId, tag, to)
    if (questions > 0) await recordAudit(context, db, scope, 'bank.tag', `bank_tag:${tag}`, { to, questions })
    return { questions }
  })

/* ---- questions ---- */

const readQuestion = async (db: TenantDb, scope: StaffScope, questionId: number): Promise<BankQuestion> => {
  const key = keyOf(scope, questionId)
  const row = await rows.questionRow(db, key)
  if (!row) throw notFound()
  const {
    shown,
    explanations,
    options_of: _,
    by_id: byId,
    by_name: byName,
    updated_at: at,
    ...question
  } = row
  return {
    ...question,
    texts: rows.textsOf({ shown, explanations }),
    updated_at: at.toISOString(),
    updated_by: toPerson(byId, byName),
    used_in: await rows.usedIn(db, key, policy.isVisible(scope)),
  }
}

const promptsOf = (shown: rows.QuestionRow['shown']) =>
  Object.fromEntries(languages.flatMap((each) => (shown[each] ? [[each, shown[each].prompt]] : [])))

export const list = (
  scope: StaffScope,
  query: QueryOf<typeof listQuestions>,
): Promise<ResponseInputOf<typeof listQuestions>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const filter: rows.ListFilter = {
      clientId,
      search: query.search?.trim() ?? '',
      topicId: query.topic_id ?? null,
      difficulty: query.difficulty ?? null,
      tag: query.tag ?? null,
    }
    const counts = await rows.stateCounts(db, filter)
    const questionRows = await rows.questionPage(db, filter, query.state, {
      limit: query.page_size,
      offset: (query.page - 1) * query.page_size,
    })
    return {
      ...pageLinks(pathFor(listQuestions, { clientId }), query, counts[query.state]),
      results: questionRows.map((row) => ({
        ...row,
        prompt: row.shown[row.language]?.prompt ?? '',
        prompts: promptsOf(row.shown),
        languages: languages.filter((each) => row.shown[each]),
        updated_at: row.updated_at.toISOString(),
      })),
      counts,
    }
  })

export const create = (
  context: BankContext,
  scope: StaffScope,
  { idempotency_key: madeKey, ...draft }: BodyOf<typeof createQuestion>,
): Promise<BankQuestion> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireTopic(db, clientId, draft.topic_id)
    const authorship = { now: scope.clock.now(), by: scope.actor.userId, madeKey }
    const { id, made } = await rows.addQuestion(db, clientId, draft, authorship)
    if (made) await recordAudit(context, db, scope, 'bank.create', `bank_question:${id}`)
    return readQuestion(db, scope, id)
  })

export const get = (scope: StaffScope, questionId: number): Promise<BankQuestion> =>
  scope.tx((db) => readQuestion(db, scope, questionId))

/** Runs `change` and rolls it back if an active assessment would no longer have enough questions. */
const withEnoughStock = async <T>(db: TenantDb, scope: StaffScope, change: () => Promise<T>): Promise<T> => {
  const { clientId } = scope.tenant
  await lockStock(db, clientId)
  const before = await activeWithShortage(db, clientId)
  const result = await change()
  const newlyShort = [...(await activeWithShortage(db, clientId))].filter(([id]) => !before.has(id))
  if (newlyShort.length > 0) {
    const visible = await policy.visibleIds(db, scope)
    const titles = newlyShort.filter(([id]) => visible.has(id)).map(([, title]) => title)
    throw new AppError(
      'conflict',
      `Active assessments would be left without enough questions${titles.length > 0 ? `: ${titles.join(', ')}` : ''}.`,
    )
  }
  return result
}

export const save = (
  context: BankContext,
  scope: StaffScope,
  questionId: number,
  { version: editedVersion, note, ...draft }: BodyOf<typeof saveQuestion>,
): Promise<BankQuestion> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, questionId)
    const row = await rows.questionRow(db, key, true)
    if (!row) throw notFound()
    await requireTopic(db, key.clientId, draft.topic_id)
    const before = { language: row.language, texts: rows.textsOf(row), answer: row.answer }
    const after = { language: draft.language, texts: draft.texts, answer: draft.answer }
    const isContentChanged = !isDeepStrictEqual(before, after)
    const classification = {
      topic_id: draft.topic_id,
      difficulty: draft.difficulty,
      tags: draft.tags,
      keep_order: draft.keep_order ?? row.keep_order,
    }
    const isClassificationChanged = !isDeepStrictEqual(
      { topic_id: row.topic_id, difficulty: row.difficulty, tags: row.tags, keep_order: row.keep_order },
      classification,
    )
    // A repeated request with the same content is not a conflict.
    if (!isContentChanged && !isClassificationChanged) return readQuestion(db, scope, questionId)
    if (row.version !== editedVersion)
      throw new AppError('conflict', 'Somebody else saved another version of this question meanwhile.')
    const now = scope.clock.now()
    const version = isContentChanged ? row.version + 1 : row.version
    await withEnoughStock(db, scope, async () => {
      if (isContentChanged)
        await rows.addVersion(db, key, after, {
          version,
          optionsOf: hasSameOptions(before.texts, after.texts) ? row.options_of : version,
          note,
          now,
          by: scope.actor.userId,
        })
      await rows.setQuestion(db, key, { ...row, ...classification, version, now })
    })
    await recordAudit(context, db, scope, 'bank.save', `bank_question:${questionId}`, {
      version,
      key_changed: before.answer !== after.answer,
    })
    return readQuestion(db, scope, questionId)
  })

/** Whether each letter means the same option before and after, in every language that both have. */
const hasSameOptions = (before: BankQuestion['texts'], after: BankQuestion['texts']): boolean => {
  const commonLanguages = (Object.keys(before) as Language[]).filter((language) => after[language])
  return (
    commonLanguages.length > 0 &&
    commonLanguages.every((language) =>
      isDeepStrictEqual(before[language]?.options, after[language]?.options),
    )
  )
}

export const setState = (
  context: BankContext,
  scope: StaffScope,
  questionId: number,
  state: QuestionState,
): Promise<BankQuestion> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, questionId)
    const row = await rows.questionRow(db, key, true)
    if (!row) throw notFound()
    if (row.state !== state) {
      const update = { ...row, state, now: scope.clock.now() }
      await withEnoughStock(db, scope, () => rows.setQuestion(db, key, update))
      await recordAudit(context, db, scope, 'bank.state', `bank_question:${questionId}`, { state })
    }
    return readQuestion(db, scope, questionId)
  })

export const versions = (
  scope: StaffScope,
  questionId: number,
  query: QueryOf<typeof listQuestionVersions>,
): Promise<ResponseInputOf<typeof listQuestionVersions>> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, questionId)
    const row = await rows.questionRow(db, key)
    if (!row) throw notFound()
    const versionRows = await rows.versionPage(db, key, {
      limit: query.page_size,
      offset: (query.page - 1) * query.page_size,
    })
    return {
      // Versions are numbered without gaps.
      ...pageLinks(pathFor(listQuestionVersions, { clientId: key.clientId, questionId }), query, row.version),
      results: versionRows.map(
        ({ shown, explanations, by_id: byId, by_name: byName, created_at: at, ...version }) => ({
          ...version,
          texts: rows.textsOf({ shown, explanations }),
          created_at: at.toISOString(),
          created_by: toPerson(byId, byName),
        }),
      ),
    }
  })
