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
import { ownCells, verdictOf, type AuthoredCode } from './grade.ts'
import type { ItemActions } from './item-actions.ts'
import { toLine, toProblemStatus, toSubmission } from './problems.mapper.ts'
import {
  addSubmission,
  authoredProblem,
  draftOf,
  latestSubmissions,
  replaceWaiting,
  shownProblem,
  standingRow,
  submissionById,
  submissionByKey,
  takeTicket,
  writeDraft,
  writeTicket,
  type Own,
} from './problems.repository.ts'

/** Submissions that the page lists. */
const LISTED = 20

export const ownOf = (scope: MemberScope, itemId: number): Own => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  itemId,
})

/** A problem as its learner sees it, with the last kept answer and what was handed in so far. */
export const problemPage = (items: ItemActions, scope: MemberScope, itemId: number): Promise<ProblemPage> =>
  scope.tx(async (db) => {
    await items.open(db, scope, itemId)
    const own = ownOf(scope, itemId)
    const problem = await shownProblem(db, own, languageFor(scope))
    if (!problem) throw notFound()
    const draft = await draftOf(db, own)
    return {
      item_id: itemId,
      problem,
      draft:
        draft?.answer.kind === problem.kind
          ? { answer: draft.answer, revision: draft.revision, saved_at: draft.savedAt.toISOString() }
          : null,
      standing: toProblemStatus(await standingRow(db, own), problem.attempts_limit),
      submissions: (await latestSubmissions(db, own, LISTED)).map(toLine),
    }
  })

const newerDraft = () =>
  new AppError(
    'conflict',
    'A newer answer was kept from another device. Please choose which one to go on with.',
  )

/** Keeps an unfinished answer. Who does not know the newest one must not write over it. */
export const keepDraft = (
  items: ItemActions,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof saveProblemDraft>,
): Promise<ResponseOf<typeof saveProblemDraft>> =>
  scope.tx(async (db) => {
    await items.open(db, scope, itemId)
    const own = ownOf(scope, itemId)
    const problem = await shownProblem(db, own)
    if (!problem) throw notFound()
    refuseOtherKind(problem.kind, body.answer)
    const before = await draftOf(db, own, true)
    // The same answer again is a repeat of a call whose answer got lost.
    if (before && sameValue(before.answer, body.answer))
      return { revision: before.revision, saved_at: before.savedAt.toISOString() }
    if ((before?.revision ?? 0) !== body.revision) throw newerDraft()
    const now = scope.clock.now()
    const revision = body.revision + 1
    if (!(await writeDraft(db, own, { answer: body.answer, revision, savedAt: now }))) throw newerDraft()
    return { revision, saved_at: now.toISOString() }
  })

const refuseOtherKind = (kind: string, answer: ProblemAnswer): void => {
  if (kind === answer.kind) return
  throw new AppError('invalid_fields', 'The answer is of another kind than the problem.', {
    fields: { 'answer.kind': [fieldIssue('invalid')] },
  })
}

const refuseSpent = async (db: TenantDb, own: Own, limit: number | null): Promise<void> => {
  if (limit === null) return
  const { attempts } = await standingRow(db, own)
  if (attempts >= limit)
    throw new AppError('conflict', 'No attempts are left for this problem. Your best result counts.')
}

const hashOf = (answer: ProblemAnswer): string =>
  createHash('sha256').update(JSON.stringify(answer)).digest('hex')

/** Tests of SQL start with the statements that all of them share. */
export const inputOf = (problem: AuthoredCode, input: string): string =>
  problem.kind === 'sql' ? `${problem.setup}\n${input}` : input

/** The inputs of all tests, for handing in this very answer once. What they expect stays here. */
export const giveTests = (
  items: ItemActions,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof takeTests>,
): Promise<ResponseOf<typeof takeTests>> =>
  scope.tx(async (db) => {
    await items.hold(db, scope, itemId)
    const own = ownOf(scope, itemId)
    const authored = await authoredProblem(db, own)
    const problem = authored && problemIn(authored, languageFor(scope))
    if (!problem || !isCodeKind(problem.kind)) throw notFound()
    refuseOtherKind(problem.kind, body.answer)
    await refuseSpent(db, own, problem.attempts_limit)
    const code = problem as AuthoredCode
    const ticket = randomUUID()
    const expiresAt = new Date(scope.clock.now().getTime() + TICKET_TTL_MS)
    await writeTicket(db, own, { ticket, answerHash: hashOf(body.answer), authored: problem, expiresAt })
    return {
      ticket,
      expires_at: expiresAt.toISOString(),
      tests: code.tests.map(({ id, hidden, input }) => ({ id, hidden, input: inputOf(code, input) })),
    }
  })

const badTicket = () =>
  new AppError('conflict', 'The tests of this answer are no longer open. Please hand it in again.')

/** Code is graded against the tests that its ticket was given for. */
const problemFor = async (
  db: TenantDb,
  scope: MemberScope,
  own: Own,
  body: BodyOf<typeof submitProblem>,
): Promise<AuthoredProblem> => {
  if (!isCodeKind(body.answer.kind)) {
    const problem = await authoredProblem(db, own)
    if (!problem) throw notFound()
    return problemIn(problem, languageFor(scope))
  }
  const ticket = body.ticket ? await takeTicket(db, own, body.ticket) : undefined
  if (!ticket || ticket.answerHash !== hashOf(body.answer) || ticket.expiresAt <= scope.clock.now())
    throw badTicket()
  return ticket.authored
}

const cleanAnswer = (problem: AuthoredProblem, answer: ProblemAnswer): ProblemAnswer =>
  problem.kind === 'spreadsheet' && answer.kind === 'spreadsheet'
    ? { kind: 'spreadsheet', cells: ownCells(problem, answer.cells) }
    : answer

/** Decides here on the server and writes it down. The same key again reads the first answer back. */
export const handIn = (
  items: ItemActions,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof submitProblem>,
): Promise<SubmitResult> =>
  scope.tx(async (db) => {
    const { courseId } = await items.hold(db, scope, itemId)
    const own = ownOf(scope, itemId)
    const earlier = await submissionByKey(db, own, body.idempotency_key)
    if (earlier && earlier.item_id !== itemId)
      throw new AppError('conflict', 'This key was used for another problem.')
    if (!earlier) {
      const problem = await problemFor(db, scope, own, body)
      refuseOtherKind(problem.kind, body.answer)
      await refuseSpent(db, own, problem.attempts_limit)
      const answer = cleanAnswer(problem, body.answer)
      refuseLength(problem, answer)
      await replaceWaiting(db, own)
      await addSubmission(db, own, {
        courseId,
        key: body.idempotency_key,
        answer,
        problem,
        verdict: verdictOf(problem, answer, body.outputs),
        now: scope.clock.now(),
      })
    }
    const row = await submissionByKey(db, own, body.idempotency_key)
    if (!row) throw notFound()
    const standing = await standingRow(db, own)
    const progress = await items.complete(db, scope, itemId, {
      completed: standing.solved,
      problem: { attempts: standing.attempts, earnedPoints: standing.bestPoints ?? 0 },
    })
    return {
      submission: toSubmission(row),
      standing: toProblemStatus(standing, row.authored.attempts_limit),
      progress,
    }
  })

/** Words as people count them: runs of letters and digits between spaces. */
export const wordsIn = (text: string): number => text.trim().split(/\s+/).filter(Boolean).length

const refuseLength = (problem: AuthoredProblem, answer: ProblemAnswer): void => {
  if (problem.kind !== 'text' || answer.kind !== 'text') return
  const words = wordsIn(answer.text)
  const least = Math.max(1, problem.words_min ?? 1)
  const issue =
    words < least
      ? fieldIssue('too_short', { min: least })
      : problem.words_max !== null && words > problem.words_max
        ? fieldIssue('too_long', { max: problem.words_max })
        : null
  if (issue) throw new AppError('invalid_fields', issue.message, { fields: { 'answer.text': [issue] } })
}

/** One's own only: another person's submission is not there. */
export const ownSubmission = (scope: MemberScope, submissionId: number): Promise<Submission> =>
  scope.tx(async (db) => {
    const row = await submissionById(db, scope.tenant.clientId, submissionId)
    if (row?.user_id !== scope.actor.userId) throw notFound()
    return toSubmission(row)
  })
