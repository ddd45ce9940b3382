import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'

/** An announced course: when it opens, and the button to get notified. */
export const Upcoming = ({ opensAt, button }: { opensAt: string; button: ReactNode }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  return (
    <>
      <p className="text-lg font-semibold text-ink">
        {t('seats.opens', { day: formatDate(opensAt, language, { time: true }) })}
      </p>
      {button}
      <p className="text-sm text-ink-muted">{t('seats.notifyText')}</p>
    </>
  )
}
