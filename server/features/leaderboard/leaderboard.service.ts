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
import { readerRefreshes, refreshRanking } from './refresh.service.ts'

/** The list as this learner sees it, with the own row and its neighbours. */
export const overall = async (scope: MemberScope): Promise<ResponseInputOf<typeof getOverallLeaderboard>> => {
  const { clientId } = scope.tenant
  const { userId, role } = scope.actor
  const now = scope.clock.now()
  // In a transaction of its own: readers of the list never wait for the count.
  const known = await scope.tx((db) => refreshState(db, clientId))
  if (readerRefreshes(known, now))
    await scope.tx((db) => refreshRanking(db, { clientId, now }, readerRefreshes))
  return scope.tx(async (db) => {
    const state = await refreshState(db, clientId)
    const top = await repository.topRows(db, userId, LEADERBOARD_TOP)
    const own = role === 'student' ? await repository.ownRow(db, userId) : undefined
    const around = own ? await repository.rowsAround(db, userId, own.place, LEADERBOARD_NEIGHBOURS) : []
    const shown = (row: repository.StandingRow): LeaderboardRow => ({
      standing: row.standing,
      name: row.name,
      course: row.course,
      marks: row.tenths / 10,
      is_me: row.user_id === userId,
    })
    const learners = state?.learners ?? 0
    // Without marks one stands behind everybody who has some.
    const without = async (): Promise<LeaderboardRow> => ({
      standing: learners + 1,
      name: await repository.nameOf(db, clientId, userId),
      course: null,
      marks: 0,
      is_me: true,
    })
    return {
      leaderboard: top.map(shown),
      own: role !== 'student' ? null : own ? shown(own) : await without(),
      neighbours: own ? [...around, own].sort((a, b) => a.place - b.place).map(shown) : [],
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

/** A nickname that is not given stays what it was. */
export const chooseVisibility = (
  scope: MemberScope,
  body: BodyOf<typeof setVisibility>,
): Promise<ResponseInputOf<typeof setVisibility>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const before = await repository.choiceOf(db, clientId, userId)
    const nickname = body.nickname ?? before?.nickname ?? null
    if (body.visibility === 'nickname' && nickname === null)
      throw invalidField('nickname', fieldIssue('required'))
    if (nickname !== null && (await repository.isTaken(db, userId, nickname)))
      throw invalidField('nickname', fieldIssue('taken'))
    const choice = { visibility: body.visibility, nickname }
    await repository.saveChoice(db, clientId, userId, choice)
    return choice
  })
