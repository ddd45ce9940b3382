import { createHash, randomUUID } from 'node:crypto'
import { sameValue } from '#contract/problems/compare-output.ts'
import { problemIn } from '#contract/courses/language.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type {
  ProblemPage,
  saveProblemDraft,
  submitProblem,
  SubmitResult,
  takeTests,
} from '#contract/problems/endpoints.ts'
import { openHelp, type ProblemHelp } from '#contract/problems/help.ts'
import {
  isCodeKind,
  TICKET_TTL_MS,
  type AuthoredProblem,
  type ProblemAnswer,
  type Submission,
} from '#contract/problems/problems.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { learnerCells, verdictOf, type AuthoredCode } from './grade.ts'
import type { ItemActions } from './item-actions.ts'
import { toLine, toProblemStatus, toSubmission } from './problems.mapper.ts'
import {
  addSubmission,
  authoredProblem,
  draftOf,
  latestSubmissions,
  replaceWaiting,
  shownProblem,
  problemStatusRow,
  submissionById,
  submissionByKey,
  redeemTicket,
  writeDraft,
  writeTicket,
  type LearnerItem,
} from './problems.repository.ts'

const LISTED_MAX = 20

export const learnerItemOf = (scope: MemberScope, itemId: number): LearnerItem => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  itemId,
})

/** Returns a problem as learners see it, with their saved answer and submissions. */
export const problemPage = (items: ItemActions, scope: MemberScope, itemId: number): Promise<ProblemPage> =>
  scope.tx(async (db) => {
    await items.open(db, scope, itemId)
    const item = learnerItemOf(scope, itemId)
    const problem = await shownProblem(db, item, languageFor(scope))
    if (!problem) throw notFound()
    const draft = await draftOf(db, item)
    const status = await problemStatusRow(db, item)
    return {
      item_id: itemId,
      problem: { ...problem, statement: scope.files.html(problem.statement, { kind: 'item', id: itemId }) },
      draft:
        draft?.answer.kind === problem.kind
          ? { answer: draft.answer, revision: draft.revision, saved_at: draft.savedAt.toISOString() }
          : null,
      standing: toProblemStatus(status, problem.attempts_limit),
      ...(await helpOf(db, scope, item, status)),
      submissions: (await latestSubmissions(db, item, LISTED_MAX)).map(toLine),
    }
  })

/** Decides on the server: what is closed never leaves it. */
const helpOf = async (
  db: TenantDb,
  scope: MemberScope,
  item: LearnerItem,
  status: { attempts: number; solved: boolean },
): Promise<{ help?: ProblemHelp }> => {
  const authored = await authoredProblem(db, item)
  const problem = authored && problemIn(withDefaults(authored), languageFor(scope))
  const help = problem && 'hints' in problem ? openHelp(problem, status) : undefined
  return help ? { help } : {}
}

/** Problems stored before there was help have no fields of it. */
const withDefaults = (problem: AuthoredProblem): AuthoredProblem =>
  'tests' in problem
    ? { ...problem, hints: problem.hints ?? [], solution_after: problem.solution_after ?? null }
    : problem

const draftConflict = () =>
  new AppError(
    'conflict',
    'A newer answer was saved on another device. Please choose which one to continue with.',
  )

/** Saves an unfinished answer. Rejects a device that does not know the newest one, so that nothing is overwritten. */
export const saveDraft = (
  items: ItemActions,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof saveProblemDraft>,
): Promise<ResponseOf<typeof saveProblemDraft>> =>
  scope.tx(async (db) => {
    await items.open(db, scope, itemId)
    const item = learnerItemOf(scope, itemId)
    const problem = await shownProblem(db, item)
    if (!problem) throw notFound()
    requireSameKind(problem.kind, body.answer)
    const saved = await draftOf(db, item, true)
    // The same answer again repeats a call whose response was lost.
    if (saved && sameValue(saved.answer, body.answer))
      return { revision: saved.revision, saved_at: saved.savedAt.toISOString() }
    if ((saved?.revision ?? 0) !== body.revision) throw draftConflict()
    const now = scope.clock.now()
    const revision = body.revision + 1
    if (!(await writeDraft(db, item, { answer: body.answer, revision, savedAt: now }))) throw draftConflict()
    return { revision, saved_at: now.toISOString() }
  })

const requireSameKind = (kind: string, answer: ProblemAnswer): void => {
  if (kind === answer.kind) return
  throw new AppError('invalid_fields', 'This problem needs another kind of answer.', {
    fields: { 'answer.kind': [fieldIssue('invalid')] },
  })
}

const requireAttemptLeft = async (db: TenantDb, item: LearnerItem, limit: number | null): Promise<void> => {
  if (limit === null) return
  const { attempts } = await problemStatusRow(db, item)
  if (attempts >= limit)
    throw new AppError('conflict', 'No attempts are left for this problem. Your best result counts.')
}

const hashOf = (answer: ProblemAnswer): string =>
  createHash('sha256').update(JSON.stringify(answer)).digest('hex')

/** SQL tests start with the problem's shared setup statements. */
export const inputOf = (problem: AuthoredCode, input: string): string =>
  problem.kind === 'sql' ? `${problem.setup}\n${input}` : input

/**
 * Returns the inputs of all tests and a ticket to submit this very answer once. Expected outputs stay on the server.
 */
export const issueTests = (
  items: ItemActions,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof takeTests>,
): Promise<ResponseOf<typeof takeTests>> =>
  scope.tx(async (db) => {
    await items.lockEnrolment(db, scope, itemId)
    const item = learnerItemOf(scope, itemId)
    const authored = await authoredProblem(db, item)
    const problem = authored && problemIn(authored, languageFor(scope))
    if (!problem || !isCodeKind(problem.kind)) throw notFound()
    requireSameKind(problem.kind, body.answer)
    await requireAttemptLeft(db, item, problem.attempts_limit)
    const code = problem as AuthoredCode
    const ticket = randomUUID()
    const expiresAt = new Date(scope.clock.now().getTime() + TICKET_TTL_MS)
    await writeTicket(db, item, { ticket, answerHash: hashOf(body.answer), authored: problem, expiresAt })
    return {
      ticket,
      expires_at: expiresAt.toISOString(),
      tests: code.tests.map(({ id, hidden, input }) => ({ id, hidden, input: inputOf(code, input) })),
    }
  })

const invalidTicket = () =>
  new AppError('conflict', 'The tests of this answer are no longer open. Please hand it in again.')

/** Code is graded against the tests that its ticket was issued for. */
const problemFor = async (
  db: TenantDb,
  scope: MemberScope,
  item: LearnerItem,
  body: BodyOf<typeof submitProblem>,
): Promise<AuthoredProblem> => {
  if (!isCodeKind(body.answer.kind)) {
    const problem = await authoredProblem(db, item)
    if (!problem) throw notFound()
    return problemIn(problem, languageFor(scope))
  }
  const ticket = body.ticket ? await redeemTicket(db, item, body.ticket) : undefined
  if (!ticket || ticket.answerHash !== hashOf(body.answer) || ticket.expiresAt <= scope.clock.now())
    throw invalidTicket()
  return ticket.authored
}

const cleanAnswer = (problem: AuthoredProblem, answer: ProblemAnswer): ProblemAnswer =>
  problem.kind === 'spreadsheet' && answer.kind === 'spreadsheet'
    ? { kind: 'spreadsheet', cells: learnerCells(problem, answer.cells) }
    : answer

/** Grades an answer on the server and stores it. A repeated key returns the first submission. */
export const submit = (
  items: ItemActions,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof submitProblem>,
): Promise<SubmitResult> =>
  scope.tx(async (db) => {
    const { courseId } = await items.lockEnrolment(db, scope, itemId)
    const item = learnerItemOf(scope, itemId)
    const earlier = await submissionByKey(db, item, body.idempotency_key)
    if (earlier && earlier.item_id !== itemId)
      throw new AppError('conflict', 'This key was used for another problem.')
    if (!earlier) {
      const problem = await problemFor(db, scope, item, body)
      requireSameKind(problem.kind, body.answer)
      await requireAttemptLeft(db, item, problem.attempts_limit)
      const answer = cleanAnswer(problem, body.answer)
      requireLength(problem, answer)
      await replaceWaiting(db, item)
      await addSubmission(db, item, {
        courseId,
        key: body.idempotency_key,
        answer,
        problem,
        verdict: verdictOf(problem, answer, body.outputs),
        now: scope.clock.now(),
      })
    }
    const row = await submissionByKey(db, item, body.idempotency_key)
    if (!row) throw notFound()
    const status = await problemStatusRow(db, item)
    const progress = await items.complete(db, scope, itemId, {
      completed: status.solved,
      problem: { attempts: status.attempts, earnedPoints: status.bestPoints ?? 0 },
    })
    return {
      submission: toSubmission(row),
      standing: toProblemStatus(status, row.authored.attempts_limit),
      ...(await helpOf(db, scope, item, status)),
      progress,
    }
  })

/** Counts words as people do: runs of characters between spaces. */
export const wordsIn = (text: string): number => text.trim().split(/\s+/).filter(Boolean).length

const requireLength = (problem: AuthoredProblem, answer: ProblemAnswer): void => {
  if (problem.kind !== 'text' || answer.kind !== 'text') return
  const words = wordsIn(answer.text)
  const minWords = Math.max(1, problem.words_min ?? 1)
  const issue =
    words < minWords
      ? fieldIssue('too_short', { min: minWords })
      : problem.words_max !== null && words > problem.words_max
        ? fieldIssue('too_long', { max: problem.words_max })
        : null
  if (issue) throw new AppError('invalid_fields', issue.message, { fields: { 'answer.text': [issue] } })
}

/** Hides other people's submissions as not found. */
export const ownSubmission = (scope: MemberScope, submissionId: number): Promise<Submission> =>
  scope.tx(async (db) => {
    const row = await submissionById(db, scope.tenant.clientId, submissionId)
    if (row?.user_id !== scope.actor.userId) throw notFound()
    return toSubmission(row)
  })
