import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { useAccess } from '../../api/access.queries.ts'

/** Until when one can work in the course; nothing where there is no end. */
export const AccessUntil = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const { data: access } = useAccess(courseId)
  const until = access?.access_until ?? null
  if (until === null) return null
  return (
    <p className="text-center text-sm text-ink-muted">
      {t('detail.accessUntil', { day: formatDate(until, language) })}
    </p>
  )
}
