import Activity from 'lucide-react/icons/activity'
import Award from 'lucide-react/icons/award'
import BookOpen from 'lucide-react/icons/book-open'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import type { Dashboard } from './types.ts'

const FIGURES = [
  ['students', 'stats.students', Users],
  ['active_today', 'stats.activeToday', Activity],
  ['new_this_week', 'stats.newThisWeek', UserPlus],
  ['courses', 'stats.courses', BookOpen],
  ['enrolments', 'stats.enrolments', ClipboardList],
  ['completions', 'stats.completions', Award],
] as const

/** The dashboard's key figures. */
export const Figures = ({ dashboard }: { dashboard: Dashboard }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  return (
    <section aria-label={t('stats.label')}>
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        {FIGURES.map(([field, text, Icon]) => (
          <Stat
            key={field}
            label={t(text)}
            value={formatNumber(dashboard[field], language)}
            icon={<Icon size={20} />}
            className="max-sm:flex-col max-sm:gap-2"
          />
        ))}
      </dl>
    </section>
  )
}
