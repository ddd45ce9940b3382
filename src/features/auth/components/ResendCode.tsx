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
type SendState =
  { status: 'idle' | 'sending' | 'sent' } | { status: 'failed'; message: string; retryAt: number | null }

/** Sends a new code at most once a minute (rules: Accounts). The countdown survives a reload. */
export const ResendCode = ({ email, purpose, sentAt, onSent, onIssue }: Props) => {
  const { t } = useTranslation('auth')
  const [state, setState] = useState<SendState>({ status: 'idle' })
  const resendWait = useCountdown(
    sentAt === null ? null : sentAt + CODE_RESEND_AFTER_MS,
    CODE_RESEND_AFTER_MS / 1000,
  )
  const serverWait = useCountdown(state.status === 'failed' ? state.retryAt : null)
  const wait = Math.max(resendWait, serverWait)

  const send = async () => {
    const problem = emailIssue(email)
    if (problem) return onIssue(email.trim() === '' ? issue('emailRequired') : problem)
    setState({ status: 'sending' })
    try {
      const calls = await loadCalls()
      await (purpose === 'reset' ? calls.forgotPassword({ email }) : calls.resendVerification({ email }))
      onSent(Date.now())
      setState({ status: 'sent' })
    } catch (error) {
      const seconds = isApiError(error) ? error.retryAfterSeconds : undefined
      setState({
        status: 'failed',
        message: errorText(error, t('errors.resend')),
        retryAt: seconds ? Date.now() + seconds * 1000 : null,
      })
    }
  }

  return (
    <div className="mt-4 space-y-3 text-center text-sm">
      {state.status === 'sent' && <Alert kind="success">{t('code.resent')}</Alert>}
      {state.status === 'failed' && <Alert kind="error">{state.message}</Alert>}
      {wait > 0 ? (
        <p className="flex min-h-11 items-center justify-center tabular-nums text-ink-muted">
          {t('code.resendIn', { time: clockText(wait) })}
        </p>
      ) : (
        <Button variant="ghost" pending={state.status === 'sending'} onClick={() => void send()}>
          {t(state.status === 'sending' ? 'code.resending' : 'code.resend')}
        </Button>
      )}
    </div>
  )
}
