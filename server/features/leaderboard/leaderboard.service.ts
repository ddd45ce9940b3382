import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import {
  LEADERBOARD_NEIGHBOURS,
  LEADERBOARD_TOP,
  type LeaderboardRow,
  type getOverallLeaderboard,
  type getVisibility,
  type setVisibility,
} from '#contract/leaderboard/leaderboard.ts'
import { invalidField } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import * as repository from './leaderboard.repository.ts'
import { refreshState } from './refresh.repository.ts'
import { isDueForReader, refreshRanking } from './refresh.service.ts'

/** The list as this learner sees it, with their own row and its neighbours. */
export const overall = async (scope: MemberScope): Promise<ResponseInputOf<typeof getOverallLeaderboard>> => {
  const { clientId } = scope.tenant
  const { userId, role } = scope.actor
  const now = scope.clock.now()
  // In a separate transaction, so that readers of the list do not wait for the count.
  const lastState = await scope.tx((db) => refreshState(db, clientId))
  if (!scope.actor.support && isDueForReader(lastState, now))
    await scope.tx((db) => refreshRanking(db, { clientId, now }, isDueForReader))
  return scope.tx(async (db) => {
    const state = await refreshState(db, clientId)
    const top = await repository.topRows(db, userId, LEADERBOARD_TOP)
    const ownRow = role === 'student' ? await repository.rowOf(db, userId) : undefined
    const neighbours = ownRow
      ? await repository.rowsAround(db, userId, ownRow.place, LEADERBOARD_NEIGHBOURS)
      : []
    const toRow = (row: repository.RankRow): LeaderboardRow => ({
      standing: row.standing,
      name: row.name,
      course: row.course,
      marks: row.tenths / 10,
      is_me: row.user_id === userId,
    })
    const learners = state?.learners ?? 0
    // Without marks a learner ranks behind everybody with marks.
    const rowWithoutMarks = async (): Promise<LeaderboardRow> => ({
      standing: learners + 1,
      name: await repository.nameOf(db, clientId, userId),
      course: null,
      marks: 0,
      is_me: true,
    })
    return {
      leaderboard: top.map(toRow),
      own: role !== 'student' ? null : ownRow ? toRow(ownRow) : await rowWithoutMarks(),
      neighbours: ownRow ? [...neighbours, ownRow].sort((a, b) => a.place - b.place).map(toRow) : [],
      learners,
      updated_at: (state?.refreshedAt ?? now).toISOString(),
    }
  })
}

export const visibility = (scope: MemberScope): Promise<ResponseInputOf<typeof getVisibility>> =>
  scope.tx(
    async (db) =>
      (await repository.choiceOf(db, scope.tenant.clientId, scope.actor.userId)) ?? {
        visibility: 'shown',
        nickname: null,
      },
  )

/** A nickname that is not given stays unchanged. */
export const chooseVisibility = (
  scope: MemberScope,
  body: BodyOf<typeof setVisibility>,
): Promise<ResponseInputOf<typeof setVisibility>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const existing = await repository.choiceOf(db, clientId, userId)
    const nickname = body.nickname ?? existing?.nickname ?? null
    if (body.visibility === 'nickname' && nickname === null)
      throw invalidField('nickname', fieldIssue('required'))
    if (nickname !== null && (await repository.isNameTaken(db, userId, nickname)))
      throw invalidField('nickname', fieldIssue('taken'))
    const choice = { visibility: body.visibility, nickname }
    await repository.saveChoice(db, clientId, userId, choice)
    return choice
  })
