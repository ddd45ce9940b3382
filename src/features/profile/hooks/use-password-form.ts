import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN_DEFAULT } from '#contract/limits.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { useCountdown } from '#src/shared/lib/hooks/use-countdown.ts'
import { useChangePassword } from '../api/sessions.mutations.ts'
import {
  changeIssues,
  passwordMinFor,
  serverIssue,
  type PasswordIssue,
  type PasswordIssues,
} from '../model/change-password.ts'

const empty = { current: '', next: '' }
interface Rejection {
  issues: PasswordIssues
  message: string | null
  retryAt: number | null
}
const noRejection: Rejection = { issues: {}, message: null, retryAt: null }

/** Why the server refused; `otherwise` is the text for an unexpected error. */
const rejectionOf = (error: unknown, min: number, otherwise: string): Rejection => {
  const fields = isApiError(error) ? error.fields : undefined
  const current = serverIssue(fields?.['current_password'], min)
  const next = serverIssue(fields?.['password'], min)
  const seconds = isApiError(error) ? error.retryAfterSeconds : undefined
  return {
    issues: { ...(current && { current_password: current }), ...(next && { password: next }) },
    message: current || next ? null : errorText(error, otherwise),
    retryAt: seconds ? Date.now() + seconds * 1000 : null,
  }
}

/** The state of the password form; nothing typed here is stored. */
export const usePasswordForm = () => {
  const { t } = useTranslation('profile')
  const user = useAppSelector(selectUser)
  const notify = useNotify()
  const change = useChangePassword()
  const formRef = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [rejection, setRejection] = useState(noRejection)
  const { client } = runtimeConfig()
  const siteName = client?.name ?? ''
  const context = {
    min: passwordMinFor(user.role, client?.password_min ?? PASSWORD_MIN_DEFAULT),
    ownWords: [user.email ?? '', user.full_name ?? '', user.username ?? '', siteName],
  }
  const waitSeconds = useCountdown(rejection.retryAt)

  useEffect(() => {
    if (Object.keys(rejection.issues).length > 0)
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [rejection])

  const edit = (entered: Partial<typeof empty>) => {
    setValues({ ...values, ...entered })
    if (rejection !== noRejection && rejection.retryAt === null) setRejection(noRejection)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || waitSeconds > 0) return
    const issues = changeIssues(values, context)
    setRejection({ ...noRejection, issues })
    if (Object.keys(issues).length > 0) return
    change.mutate(
      { current_password: values.current, password: values.next },
      {
        onSuccess: () => {
          setValues(empty)
          notify({ kind: 'success', title: t('password.changed'), message: t('password.changedMessage') })
        },
        onError: (error) => setRejection(rejectionOf(error, context.min, t('password.failed'))),
      },
    )
  }

  const textOf = (issue: PasswordIssue | undefined): string | undefined =>
    issue && t(`password.${issue.key}`, issue.count === undefined ? {} : { count: issue.count })

  return {
    formRef,
    values,
    edit,
    issues: rejection.issues,
    message: rejection.message,
    waitSeconds,
    pending: change.isPending,
    submit,
    textOf,
    context,
    siteName,
    email: user.email ?? '',
  }
}
