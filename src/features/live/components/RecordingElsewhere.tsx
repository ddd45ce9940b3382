import ExternalLink from 'lucide-react/icons/external-link'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'

/** A recording that plays on a page of the meeting service only. */
export const RecordingElsewhere = ({ url }: { url: string | undefined }) => {
  const { t } = useTranslation('live')
  return (
    <Card className="flex flex-col items-start gap-4">
      <p className="text-ink">{t('recording.elsewhere')}</p>
      {url !== undefined && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass({})}>
          <ExternalLink aria-hidden="true" size={20} />
          {t('recording.openElsewhere')}
        </a>
      )}
    </Card>
  )
}
