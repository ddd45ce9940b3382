import { useTranslation } from 'react-i18next'
import type { AuthenticatorKey } from '#contract/auth/two-step.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { CodeStep } from './CodeStep.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { QrCode } from '#src/shared/ui/content/QrCode.tsx'
import { useLoaded } from './use-loaded.ts'

interface Props {
  begin: () => Promise<AuthenticatorKey>
  confirm: (code: string) => Promise<void>
  onExpired?: () => void
}

/** Shows the key of a new authenticator app as a QR code and as text, and asks for the first code. */
export const SetUpApp = ({ begin, confirm, onExpired }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const {
    value: key,
    error,
    retry,
  } = useLoaded(begin, (problem) => {
    if (!isApiError(problem) || problem.code !== 'code_expired' || !onExpired)
      return errorText(problem, t('setUp.failed'))
    onExpired()
    return null
  })
  if (error !== null) return <LoadFailed error={error} onRetry={retry} />
  if (!key) return <Skeleton height={320} />
  return (
    <>
      <ol className="mb-5 list-decimal space-y-4 ps-5">
        <li>{t('setUp.install')}</li>
        <li>
          {t('setUp.scan')}
          <QrCode
            text={key.uri}
            label={t('setUp.qr')}
            className="my-3 size-48 max-w-full rounded-lg border border-line"
          />
          <p className="text-sm text-ink-muted">{t('setUp.type')}</p>
          <code
            dir="ltr"
            className="block font-mono text-sm font-medium wrap-break-word select-all rtl:text-end"
          >
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
