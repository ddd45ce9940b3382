import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { useTimes } from '../../hooks/use-times.ts'
import { calendarViews, daysOf, step, type CalendarView } from '../../model/calendar.ts'

type Props = {
  view: CalendarView
  day: string
  today: string
  onChange: (changes: Record<string, string>) => void
}

/** The period on view, steps to others, and the choice of the view. */
export const PlannerBar = ({ view, day, today, onChange }: Props) => {
  const { t } = useTranslation('live-admin')
  return (
    <div className="mb-5 flex flex-col gap-4 md:flex-row md:items-end md:justify-between">
      {view === 'list' ? (
        <span aria-hidden="true" />
      ) : (
        <div className="flex items-center gap-1">
          <IconButton
            label={t('bar.previous')}
            icon={<ChevronLeft aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
            onClick={() => onChange({ day: step(view, day, -1) })}
          />
          <IconButton
            label={t('bar.next')}
            icon={<ChevronRight aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
            onClick={() => onChange({ day: step(view, day, 1) })}
          />
          <Period view={view} day={day} />
          {day !== today && (
            <Button size="sm" variant="secondary" onClick={() => onChange({ day: today })}>
              {t('bar.today')}
            </Button>
          )}
        </div>
      )}
      <Segmented
        legend={<span className="sr-only">{t('bar.view')}</span>}
        className="md:w-96"
        value={view}
        options={calendarViews.map((value) => ({ value, label: t(`bar.${value}`) }))}
        onChange={(next) => onChange({ view: next })}
      />
    </div>
  )
}

const Period = ({ view, day }: { view: Exclude<CalendarView, 'list'>; day: string }) => {
  const times = useTimes()
  const days = daysOf(view, day)
  return (
    <h2 aria-live="polite" className="mx-2 min-w-0 text-lg font-semibold text-ink">
      {view === 'month' ? times.month(day) : times.days(days[0] ?? day, days.at(-1) ?? day)}
    </h2>
  )
}
