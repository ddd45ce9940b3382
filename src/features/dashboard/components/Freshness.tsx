import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'

/** When the numbers were counted; the exact time as a tooltip. */
export const Freshness = ({ at }: { at: string }) => <Moment key={at} at={at} />

const Moment = ({ at }: { at: string }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  return (
    <time dateTime={at} title={formatDate(at, language, { time: true })}>
      {t('counted', { when: formatRelative(at, language, now) })}
    </time>
  )
}
