import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { requestPersistentStorage } from '#src/core/storage/saved-files.ts'
import { formatPercent } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { useDeviceStorage } from '../api/use-saved.ts'
import { formatBytes } from '../model/bytes.ts'

/** How much device storage is used, and whether the browser keeps it persistently. */
export const DeviceStorage = ({ savedBytes }: { savedBytes: number }) => {
  const { t } = useTranslation('offline')
  const language = useLanguage()
  const storage = useDeviceStorage(savedBytes)
  const [isRefused, setIsRefused] = useState(false)
  if (!storage.data) return null
  const { usedBytes, totalBytes, lasting } = storage.data
  const usedText = t('room.used', {
    used: formatBytes(usedBytes, language),
    total: formatBytes(totalBytes, language),
  })
  const requestPersistence = async () => {
    const isGranted = await requestPersistentStorage()
    setIsRefused(!isGranted)
    await storage.refetch()
  }
  return (
    <Card as="section" aria-labelledby="device-room" className="flex flex-col gap-3">
      <h2 id="device-room" className="text-lg font-semibold text-ink">
        {t('room.title')}
      </h2>
      <Progress
        value={totalBytes === 0 ? 0 : (usedBytes / totalBytes) * 100}
        label={t('room.title')}
        valueText={formatPercent(totalBytes === 0 ? 0 : usedBytes / totalBytes, language)}
      />
      <p className="text-sm text-ink-muted">{usedText}</p>
      {lasting !== null && (
        <p className="text-sm text-ink-muted">{t(lasting ? 'room.lasting' : 'room.passing')}</p>
      )}
      {lasting === false && (
        <Button variant="secondary" className="self-start" onClick={() => void requestPersistence()}>
          {t('room.ask')}
        </Button>
      )}
      {isRefused && (
        <p role="status" className="text-sm text-ink-muted">
          {t('room.refused')}
        </p>
      )}
    </Card>
  )
}
