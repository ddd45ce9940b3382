import { useTranslation } from 'react-i18next'
import type { OwnDataStatus } from '#contract/own-data/own-data.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { saveAddress } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useExportAddress, useRequestExport } from '../../api/own-data.queries.ts'

const MB = 1_000_000

/** Asks for a copy of one's data, says how far it is, and downloads it. */
export const DataCopy = ({ copy }: { copy: OwnDataStatus['export'] }) => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const notify = useNotify()
  const request = useRequestExport()
  const address = useExportAddress()
  const isReady = copy?.state === 'ready'
  const fail = (error: unknown) => notify({ kind: 'error', title: errorText(error, t('ownData.copyFailed')) })
  const size = copy?.bytes
    ? formatNumber(Math.max(0.1, Math.round((copy.bytes / MB) * 10) / 10), language)
    : null
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-reading flex-1 basis-72">
        <h3 className="font-medium">{t('ownData.copyTitle')}</h3>
        <p className="mt-0.5 text-sm text-ink-muted">{t('ownData.copyText')}</p>
        <p role="status" className="mt-2 text-sm font-medium empty:hidden">
          {copy?.state === 'preparing' && t('ownData.preparing')}
          {copy?.state === 'failed' && t('ownData.copyBroken')}
          {isReady &&
            copy.expires_at !== null &&
            t('ownData.ready', { date: formatDate(copy.expires_at, language), size })}
        </p>
      </div>
      {copy?.state !== 'preparing' && (
        <Button
          variant="secondary"
          className="max-sm:w-full"
          pending={request.isPending || address.isPending}
          onClick={() =>
            isReady
              ? address.mutate(undefined, {
                  onSuccess: ({ url, name }) => saveAddress(url, name),
                  onError: fail,
                })
              : request.mutate(undefined, { onError: fail })
          }
        >
          {t(isReady ? 'ownData.download' : 'ownData.request')}
        </Button>
      )}
    </div>
  )
}
