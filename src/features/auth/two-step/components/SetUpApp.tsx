import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthenticatorKey } from '#contract/auth/two-step.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { CodeStep } from './CodeStep.tsx'
import { QrCode } from './QrCode.tsx'

interface Props {
  begin: () => Promise<AuthenticatorKey>
  confirm: (code: string) => Promise<void>
  onExpired?: () => void
}

/** Shows the key of a new authenticator app as a QR code and as text, and asks for the first code. */
export const SetUpApp = ({ begin, confirm, onExpired }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const { key, error, retry } = useKey(begin, onExpired)
  if (error !== null)
    return (
      <Alert
        kind="error"
        action={
          <Button variant="secondary" size="sm" onClick={retry}>
            {t('retry')}
          </Button>
        }
      >
        {error}
      </Alert>
    )
  if (!key) return <Skeleton height={320} />
  return (
    <>
      <ol className="mb-5 list-decimal space-y-4 ps-5">
        <li>{t('setUp.install')}</li>
        <li>
          {t('setUp.scan')}
          <QrCode text={key.uri} label={t('setUp.qr')} />
          <p className="text-sm text-ink-muted">{t('setUp.type')}</p>
          <code dir="ltr" className="block font-mono text-sm font-medium break-all select-all rtl:text-end">
            {key.key.match(/.{1,4}/g)?.join(' ')}
          </code>
        </li>
        <li>{t('setUp.enter')}</li>
      </ol>
      <CodeStep
        label={t('setUp.title')}
        submitLabel={t('setUp.submit')}
        submit={confirm}
        isFirst={false}
        {...(onExpired && { onExpired })}
      />
    </>
  )
}

const useKey = (begin: Props['begin'], onExpired: Props['onExpired']) => {
  const { t } = useTranslation('auth/two-step')
  const [key, setKey] = useState<AuthenticatorKey | null>(null)
  const [error, setError] = useState<string | null>(null)
  const load = useCallback(() => {
    setError(null)
    begin().then(setKey, (problem: unknown) => {
      if (isApiError(problem) && problem.code === 'code_expired' && onExpired) onExpired()
      else setError(errorText(problem, t('setUp.failed')))
    })
    // A new function of the caller is no reason for a new key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(load, [load])
  return { key, error, retry: load }
}
