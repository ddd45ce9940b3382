import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changePassword, endOtherSessions, endSession, type Session } from '#contract/auth/auth.ts'
import { stepUp, stepUpMethods } from '#contract/auth/step-up.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { ApiError, isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { profileKeys } from './profile.keys.ts'

/** Optimistic: removes sessions from the list at once, and restores them with a toast on failure. */
const useEndMutation = <Input>(
  end: (input: Input) => Promise<unknown>,
  isKept: (session: Session, input: Input) => boolean,
  doneText: 'devices.ended' | 'devices.endedOthers',
) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('profile')
  return useMutation({
    mutationFn: end,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: profileKeys.sessions })
      const previous = client.getQueryData<Session[]>(profileKeys.sessions)
      client.setQueryData<Session[]>(profileKeys.sessions, (current) =>
        current?.filter((session) => isKept(session, input)),
      )
      return previous
    },
    onError: (error, _input, previous) => {
      client.setQueryData(profileKeys.sessions, previous)
      notify({ kind: 'error', title: errorText(error, t('devices.failed')) })
    },
    onSuccess: () => notify({ kind: 'success', title: t(doneText) }),
    onSettled: () => client.invalidateQueries({ queryKey: profileKeys.sessions }),
  })
}

export const useEndSession = () =>
  useEndMutation(
    (sessionId: string) => authedCall(endSession, { params: { sessionId } }),
    (session, sessionId) => session.id !== sessionId,
    'devices.ended',
  )

export const useEndOtherSessions = () =>
  useEndMutation(
    () => authedCall(endOtherSessions),
    (session) => session.current,
    'devices.endedOthers',
  )

/**
 * The current password proves the identity, so that nobody has to type it twice. Whoever has a second step is asked for
 * that one instead, by the call itself.
 */
const proveBy = async (password: string): Promise<void> => {
  const { methods } = await authedCall(stepUpMethods)
  if (!methods.includes('password')) return
  try {
    await authedCall(stepUp, { body: { password } })
  } catch (error) {
    const issues = isApiError(error) ? error.fields?.['password'] : undefined
    if (!isApiError(error) || !issues) throw error
    throw new ApiError({
      status: error.status,
      code: error.code,
      detail: error.detail,
      fields: { current_password: issues },
    })
  }
}

/** A new password ends the other sessions. */
export const useChangePassword = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { current_password: string; password: string }) => {
      await proveBy(body.current_password)
      return authedCall(changePassword, { body })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.sessions }),
  })
}
