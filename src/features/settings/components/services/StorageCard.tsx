import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { useTestStorage } from '../../api/services.queries.ts'
import { ServiceCard } from './ServiceCard.tsx'

/** Where uploaded files are. The installation sets it for every client. */
export const StorageCard = ({ kind }: { kind: 'bucket' | 'folder' }) => {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const { mutate, isPending, data, error } = useTestStorage()
  return (
    <ServiceCard
      title={t('services.storage.title')}
      state={{ text: t('services.ready'), isGood: true }}
      text={t(`services.storage.${kind}`)}
    >
      <Button variant="secondary" pending={isPending} onClick={() => mutate()}>
        {t('services.test')}
      </Button>
      {data && !isPending && data.failure === null && (
        <Alert kind="success" title={t('services.works')}>
          {t('services.storage.worked', { milliseconds: formatNumber(data.milliseconds, language) })}
        </Alert>
      )}
      {data?.failure && !isPending && (
        <Alert kind="error" title={t(`services.storage.failure.${data.failure}`)}>
          {t('services.askOperator')}
        </Alert>
      )}
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('services.failed'))} />}
    </ServiceCard>
  )
}
