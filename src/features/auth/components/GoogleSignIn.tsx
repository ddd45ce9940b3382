import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInAnswer } from '#contract/auth/auth.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import { loadCalls } from '../api/load-calls.ts'
import { loadGoogle } from '../model/google.ts'

interface Props {
  clientId: string
  /** The code in the page's address. */
  referral?: string | null
  onSignedIn: (answer: SignInAnswer) => Promise<void>
}
type State = 'loading' | 'ready' | 'unavailable' | 'sending'

/** Google's button allows a width of 200 to 400 px. */
const MAX_WIDTH = 400
const MIN_WIDTH = 200

/** Google's button at a fixed height; the form does not wait for it. */
export const GoogleSignIn = (props: Props) => {
  const { t } = useTranslation('auth')
  const { container, state, message, retry } = useGoogleButton(props)
  return (
    <section aria-label={t('google.label')} className="mt-2">
      <p aria-hidden="true" className="flex items-center gap-3 py-3 text-sm text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        {t('signIn.or')}
        <span className="h-px flex-1 bg-line" />
      </p>
      {message !== null && (
        <Alert kind="error" className="mb-3">
          {message}
        </Alert>
      )}
      {state === 'unavailable' ? (
        <Alert
          kind="warning"
          action={
            <Button variant="secondary" size="sm" onClick={retry}>
              {t('google.retry')}
            </Button>
          }
        >
          {t('google.unavailable')}
        </Alert>
      ) : (
        <div className="relative flex min-h-11 items-center justify-center">
          <div
            ref={container}
            className={state === 'ready' ? 'flex w-full justify-center' : 'invisible w-full'}
          />
          {state !== 'ready' && <Spinner label={t('google.loading')} className="absolute text-ink-muted" />}
        </div>
      )}
    </section>
  )
}

/** Read only when Google has answered; a failure must not stop the sign-in. */
const loadReferral = (referral = null as string | null) =>
  import('../model/kept-referral.ts').then(
    ({ firstReferral }) => firstReferral(referral),
    () => '',
  )

/** Loads Google's button into the container and signs in with what it returns. */
const useGoogleButton = ({ clientId, referral, onSignedIn }: Props) => {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('loading')
  const [message, setMessage] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  const send = useCallback(
    async (token: string) => {
      setState('sending')
      setMessage(null)
      try {
        const [{ googleLogin }, code] = await Promise.all([loadCalls(), loadReferral(referral)])
        await onSignedIn(await googleLogin({ token, ...(code && { referral_code: code }) }))
      } catch (error) {
        // Status 500 has its own text (spec 8).
        const isServerError = isApiError(error) && error.status === 500
        setMessage(isServerError ? t('errors.googleServer') : errorText(error, t('errors.google')))
        setState('loading')
        // The nonce is spent: the next try needs a new one.
        setAttempt((count) => count + 1)
      }
    },
    [onSignedIn, referral, t],
  )

  useEffect(() => {
    let isMounted = true
    const nonceCall = loadCalls().then(({ googleNonce }) => googleNonce())
    Promise.all([loadGoogle(), nonceCall]).then(
      ([google, { nonce }]) => {
        if (!isMounted || !container.current) return
        google.initialize({ client_id: clientId, nonce, callback: ({ credential }) => void send(credential) })
        const width = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, container.current.clientWidth))
        container.current.replaceChildren()
        google.renderButton(container.current, {
          size: 'large',
          text: 'continue_with',
          locale: language,
          width,
        })
        setState('ready')
      },
      () => isMounted && setState('unavailable'),
    )
    return () => {
      isMounted = false
    }
  }, [clientId, language, send, attempt])

  const retry = () => {
    setState('loading')
    setAttempt((count) => count + 1)
  }
  return { container, state, message, retry }
}
