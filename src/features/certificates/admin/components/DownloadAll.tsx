import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { useDownload, type DownloadFilters } from '../api/downloads.queries.ts'

/** The certificates that are found, as one ZIP file that a job makes. */
export const DownloadAll = (filters: DownloadFilters) => {
  const { t } = useTranslation('certificates/admin')
  const language = useLanguage()
  const { start, download } = useDownload()
  const count = download && {
    done: formatNumber(download.done, language),
    total: formatNumber(download.total, language),
  }
  return (
    <section aria-label={t('zip.title')} className="card mt-6 flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-ink">{t('zip.title')}</h2>
          <p className="text-sm text-ink-muted">
            {t(filters.search || filters.state ? 'zip.found' : 'zip.all')}
          </p>
        </div>
        {download?.state === 'ready' && download.url ? (
          <a href={download.url} download="certificates.zip" className={buttonClass({})}>
            <Download aria-hidden="true" size={18} />
            {t('zip.save')}
          </a>
        ) : (
          <Button
            variant="secondary"
            pending={start.isPending || download?.state === 'waiting'}
            onClick={() => start.mutate(filters)}
          >
            {t('zip.make')}
          </Button>
        )}
      </div>
      {download?.state === 'waiting' && count && (
        <>
          <Progress
            value={(download.done / download.total) * 100}
            label={t('zip.title')}
            valueText={t('zip.progress', count)}
          />
          <p className="text-sm text-ink-muted">{t('zip.progress', count)}</p>
        </>
      )}
      {download?.state === 'failed' && <Alert kind="error">{t('zip.failed')}</Alert>}
      {start.isError && <Alert kind="error">{errorText(start.error, t('zip.failed'))}</Alert>}
    </section>
  )
}
