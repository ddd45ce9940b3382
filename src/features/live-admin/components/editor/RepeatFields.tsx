import { useTranslation } from 'react-i18next'
import type { Weekday } from '#contract/live/zone-time.ts'
import { Field, FieldError } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useTimes } from '../../hooks/use-times.ts'
import type { FormPart } from '../../model/form-part.ts'

const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]
/** A Monday, to name the days. */
const MONDAY = 5

/** The days of the week, and the last day. */
export const RepeatFields = ({ form, change, problems }: FormPart) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const nameOf = (weekday: Weekday) => `2026-01-${String(MONDAY + weekday - 1).padStart(2, '0')}`
  const toggle = (weekday: Weekday) =>
    change({
      weekdays: form.weekdays.includes(weekday)
        ? form.weekdays.filter((each) => each !== weekday)
        : [...form.weekdays, weekday].toSorted((a, b) => a - b),
    })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium text-ink">{t('form.weekdays')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {WEEKDAYS.map((weekday) => (
            <label
              key={weekday}
              className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-lg border border-line-strong px-2 text-sm text-ink outline-focus has-checked:border-transparent has-checked:bg-primary has-checked:font-semibold has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={form.weekdays.includes(weekday)}
                aria-label={times.weekdayLong(nameOf(weekday))}
                onChange={() => toggle(weekday)}
              />
              <span aria-hidden="true">{times.weekday(nameOf(weekday))}</span>
            </label>
          ))}
        </div>
        {problems.includes('weekdays') && (
          <FieldError id="weekdays-error">{t('problem.weekdays')}</FieldError>
        )}
      </fieldset>
      <Field label={t('form.until')} required error={problems.includes('until') ? t('problem.until') : null}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="date"
            min={form.starts_local.slice(0, 10)}
            max="9999-12-31"
            value={form.until}
            onChange={({ target }) => {
              if (target.value !== '') change({ until: target.value })
            }}
          />
        )}
      </Field>
    </div>
  )
}
