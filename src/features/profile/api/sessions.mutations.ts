import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changePassword, endOtherSessions, endSession, type Session } from '#contract/auth/auth.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { profileKeys } from './profile.keys.ts'

/** Takes sessions out of the list at the touch and puts them back, with a toast, when the server refuses. */
const useEnding = <Input>(
  end: (input: Input) => Promise<unknown>,
  stays: (session: Session, input: Input) => boolean,
  doneText: 'devices.ended' | 'devices.endedOthers',
) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('profile')
  return useMutation({
    mutationFn: end,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: profileKeys.sessions })
      const before = client.getQueryData<Session[]>(profileKeys.sessions)
      client.setQueryData<Session[]>(profileKeys.sessions, (now) =>
        now?.filter((session) => stays(session, input)),
      )
      return before
    },
    onError: (error, _input, before) => {
      client.setQueryData(profileKeys.sessions, before)
      notify({ kind: 'error', title: errorText(error, t('devices.failed')) })
    },
    onSuccess: () => notify({ kind: 'success', title: t(doneText) }),
    onSettled: () => client.invalidateQueries({ queryKey: profileKeys.sessions }),
  })
}

export const useEndSession = () =>
  useEnding(
    (sessionId: string) => authedCall(endSession, { params: { sessionId } }),
    (session, sessionId) => session.id !== sessionId,
    'devices.ended',
  )

export const useEndOtherSessions = () =>
  useEnding(
    () => authedCall(endOtherSessions),
    (session) => session.current,
    'devices.endedOthers',
  )

/** The other sessions end with the old password. */
export const useChangePassword = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { current_password: string; password: string }) =>
      authedCall(changePassword, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.sessions }),
  })
}
