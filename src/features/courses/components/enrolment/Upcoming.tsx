import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useAccess, useNotice } from '../../api/access.queries.ts'

/** An announced course: when it opens, and a button to get notified. */
export const Upcoming = ({ course, opensAt }: { course: CourseDetail; opensAt: string }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const { data: access } = useAccess(course.id)
  const notice = useNotice(course.id)
  const wanted = access?.notify ?? false
  return (
    <>
      <p className="font-semibold text-ink">
        {t('seats.opens', { day: formatDate(opensAt, language, { time: true }) })}
      </p>
      <Button
        block
        size="lg"
        variant={wanted ? 'secondary' : 'cta'}
        aria-pressed={wanted}
        pending={notice.isPending || !access}
        icon={wanted ? <BellRing aria-hidden="true" size={18} /> : <Bell aria-hidden="true" size={18} />}
        onClick={() => notice.mutate(!wanted)}
      >
        {t(wanted ? 'seats.notifyOn' : 'seats.notify')}
      </Button>
      <p className="text-sm text-ink-muted">{t('seats.notifyText')}</p>
    </>
  )
}
