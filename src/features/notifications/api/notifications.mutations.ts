import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  readNotifications,
  setPreferences,
  testPush,
  type Preferences,
  type UnreadState,
} from '#contract/notifications/notifications.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { markInLists, setState } from './notifications.cache.ts'
import { notificationKeys } from './notifications.queries.ts'

/** Optimistic: marks as read at once, and refetches on failure. */
export const useRead = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { ids?: number[]; up_to?: number }) => authedCall(readNotifications, { body }),
    onMutate: ({ ids = [], up_to: upTo = 0 }) => {
      const at = new Date().toISOString()
      markInLists(client, ({ id }) => ids.includes(id) || id <= upTo, at)
      client.setQueryData<UnreadState>(
        notificationKeys.unread,
        (state) => state && { ...state, unread: upTo > 0 ? 0 : Math.max(0, state.unread - ids.length) },
      )
    },
    onSuccess: (state) => setState(client, state),
    onError: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

type Change = BodyInputOf<typeof setPreferences>

const applyChange = (saved: Preferences, { kinds = [], mail, quiet }: Change): Preferences => ({
  ...saved,
  mail: mail ?? saved.mail,
  quiet: quiet === undefined ? saved.quiet : quiet,
  kinds: saved.kinds.map((row) =>
    kinds
      .filter(({ kind }) => kind === row.kind)
      .reduce((merged, { channel, on }) => ({ ...merged, [channel]: on }), row),
  ),
})

/** Optimistic: changes at once, and rolls back on failure. */
export const useSetPreferences = () => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('notifications')
  return useMutation({
    mutationFn: (body: Change) => authedCall(setPreferences, { body }),
    onMutate: async (body) => {
      await client.cancelQueries({ queryKey: notificationKeys.preferences })
      const previous = client.getQueryData<Preferences>(notificationKeys.preferences)
      client.setQueryData<Preferences>(
        notificationKeys.preferences,
        (saved) => saved && applyChange(saved, body),
      )
      return previous
    },
    onError: (error, _body, previous) => {
      client.setQueryData(notificationKeys.preferences, previous)
      notify({ kind: 'error', title: errorText(error, t('settings.saveFailed')) })
    },
    // With several changes in a row, only the last one refetches.
    onSettled: () => {
      if (client.isMutating({ mutationKey: notificationKeys.preferences }) <= 1)
        void client.invalidateQueries({ queryKey: notificationKeys.preferences })
    },
    mutationKey: notificationKeys.preferences,
  })
}

export const useTestPush = () => {
  const notify = useNotify()
  const { t } = useTranslation('notifications')
  return useMutation({
    mutationFn: () => authedCall(testPush),
    onSuccess: ({ sent }) =>
      notify(
        sent > 0
          ? { kind: 'success', title: t('push.testSent') }
          : { kind: 'error', title: t('push.testFailed'), message: t('push.testFailedText') },
      ),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('push.testFailed')) }),
  })
}
