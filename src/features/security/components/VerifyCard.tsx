import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useVerification } from '../api/security.queries.ts'

/** Recomputes the chain of one client's events and says what it found. */
export const VerifyCard = ({ of }: { of: number | null }) => {
  const { t } = useTranslation('security')
  const verification = useVerification()
  const { data } = verification
  return (
    <Card className="mb-5 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-reading min-w-0 flex-1 basis-64 text-sm text-ink-muted">{t('verify.text')}</p>
        <Button variant="secondary" pending={verification.isPending} onClick={() => verification.mutate(of)}>
          {t('verify.button')}
        </Button>
      </div>
      <div role="status" className="empty:-mt-3">
        {data?.ok && <Alert kind="success" title={t('verify.sound', { count: data.checked })} />}
        {data?.ok === false && (
          <Alert kind="error" title={t('verify.broken', { count: data.checked })}>
            <bdi dir="ltr">{data.fault}</bdi>
          </Alert>
        )}
        {verification.isError && (
          <Alert kind="error" title={errorText(verification.error, t('verify.failed'))} />
        )}
      </div>
    </Card>
  )
}
