import { useTranslation } from 'react-i18next'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'

/** A card shows the seats left from this number down. */
const FEW_SEATS = 20

/** Says when the course opens, that it is sold out, or that few seats are left. */
export const SeatBadge = ({ course }: { course: Pick<CourseSummary, 'seats_left' | 'opens_at'> }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const { seats_left: left, opens_at: opens } = course
  if (opens) return <Badge tone="info">{t('seats.opens', { day: formatDate(opens, language) })}</Badge>
  if (left === null || left > FEW_SEATS) return null
  if (left === 0) return <Badge tone="error">{t('seats.soldOut')}</Badge>
  return <Badge tone="warning">{t('seats.left', { count: left })}</Badge>
}
