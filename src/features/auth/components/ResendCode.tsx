import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_RESEND_AFTER_MS } from '#contract/limits.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { loadCalls } from '../api/load-calls.ts'
import { useCountdown } from '#src/shared/lib/hooks/use-countdown.ts'
import { clockText } from '#src/shared/lib/countdown.ts'
import { issue, emailIssue, type Issue } from '../model/issues.ts'
import type { CodePurpose } from '../model/pending-code.ts'

interface Props {
  email: string
  purpose: CodePurpose
  sentAt: number | null
  onSent: (sentAt: number) => void
  onIssue: (issue: Issue) => void
}
type State = { is: 'idle' | 'sending' | 'sent' } | { is: 'failed'; message: string; retryAt: number | null }

/** A new code once a minute (RULES "Accounts"); the wait is counted live and survives a reload. */
export const ResendCode = ({ email, purpose, sentAt, onSent, onIssue }: Props) => {
  const { t } = useTranslation('auth')
  const [state, setState] = useState<State>({ is: 'idle' })
  const minute = useCountdown(
    sentAt === null ? null : sentAt + CODE_RESEND_AFTER_MS,
    CODE_RESEND_AFTER_MS / 1000,
  )
  const refused = useCountdown(state.is === 'failed' ? state.retryAt : null)
  const wait = Math.max(minute, refused)

  const send = async () => {
    const wrong = emailIssue(email)
    if (wrong) return onIssue(email.trim() === '' ? issue('emailRequired') : wrong)
    setState({ is: 'sending' })
    try {
      const calls = await loadCalls()
      await (purpose === 'reset' ? calls.forgotPassword({ email }) : calls.resendVerification({ email }))
      onSent(Date.now())
      setState({ is: 'sent' })
    } catch (error) {
      const seconds = isApiError(error) ? error.retryAfterSeconds : undefined
      setState({
        is: 'failed',
        message: errorText(error, t('errors.resend')),
        retryAt: seconds ? Date.now() + seconds * 1000 : null,
      })
    }
  }

  return (
    <div className="mt-4 space-y-3 text-center text-sm">
      {state.is === 'sent' && <Alert kind="success">{t('code.resent')}</Alert>}
      {state.is === 'failed' && <Alert kind="error">{state.message}</Alert>}
      {wait > 0 ? (
        <p className="flex min-h-11 items-center justify-center tabular-nums text-ink-muted">
          {t('code.resendIn', { time: clockText(wait) })}
        </p>
      ) : (
        <Button variant="ghost" pending={state.is === 'sending'} onClick={() => void send()}>
          {t(state.is === 'sending' ? 'code.resending' : 'code.resend')}
        </Button>
      )}
    </div>
  )
}
