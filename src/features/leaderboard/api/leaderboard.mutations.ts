import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { setWeeklyGoal } from '#contract/activity/activity.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { setVisibility, type Visibility } from '#contract/leaderboard/leaderboard.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { leaderboardKeys } from './leaderboard.queries.ts'

type Goal = ResponseOf<typeof setWeeklyGoal>

/** Optimistic: the goal changes at once, and rolls back on failure. */
export const useSetGoal = () => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('leaderboard')
  return useMutation({
    mutationFn: (minutes: number) => authedCall(setWeeklyGoal, { body: { minutes } }),
    onMutate: async (minutes) => {
      await client.cancelQueries({ queryKey: leaderboardKeys.goal })
      const previous = client.getQueryData<Goal>(leaderboardKeys.goal)
      client.setQueryData<Goal>(
        leaderboardKeys.goal,
        (current) => current && { ...current, goal_minutes: minutes },
      )
      return previous
    },
    onError: (error, _minutes, previous) => {
      client.setQueryData(leaderboardKeys.goal, previous)
      notify({ kind: 'error', title: errorText(error, t('goal.saveFailed')) })
    },
    onSuccess: (goal) => client.setQueryData(leaderboardKeys.goal, goal),
  })
}

/** For a goal that was set elsewhere. */
export const useGoalChanged = () => {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: leaderboardKeys.goal }), [client])
}

export const useSetVisibility = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { visibility: Visibility; nickname: string | null }) =>
      authedCall(setVisibility, { body }),
    onSuccess: async (choice) => {
      client.setQueryData(leaderboardKeys.visibility, choice)
      await Promise.all([
        client.invalidateQueries({ queryKey: leaderboardKeys.overall }),
        client.invalidateQueries({ queryKey: leaderboardKeys.leaders }),
      ])
    },
  })
}
