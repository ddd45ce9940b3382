import { useTranslation } from 'react-i18next'
import type { DraftSection } from '#contract/course-builder/draft.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { EditorCard } from './EditorCard.tsx'
import { TitleFields } from './fields/TitleFields.tsx'
import { WholeNumber } from './fields/WholeNumber.tsx'

type Opens = 'now' | 'date' | 'days'
const DAYS_MAX = 365

/** A section: its title, when it opens and which sections must be completed first. */
export const SectionEditor = ({ section }: { section: DraftSection }) => {
  const { t } = useTranslation('course-builder')
  const { apply, state } = useBuilder()
  const applyChange = (change: Partial<DraftSection>) =>
    apply({ op: 'section', key: section.key, set: change })
  const opens: Opens = section.opens_at ? 'date' : section.opens_after_days ? 'days' : 'now'
  const choose = (next: Opens) => {
    if (next === 'now') applyChange({ opens_at: null, opens_after_days: null })
    if (next === 'days') applyChange({ opens_at: null, opens_after_days: 7 })
    if (next === 'date') applyChange({ opens_at: nextWeekAtNine(), opens_after_days: null })
  }
  const others = state.document.sections.filter(({ key }) => key !== section.key)
  return (
    <EditorCard title={t('section.title')}>
      <TitleFields
        title={section.title}
        titles={section.titles}
        onTitle={(title) => applyChange({ title })}
        onTitles={(titles) => applyChange({ titles })}
      />
      <Segmented<Opens>
        legend={t('section.opens')}
        value={opens}
        options={[
          { value: 'now', label: t('section.opensNow') },
          { value: 'date', label: t('section.opensDate') },
          { value: 'days', label: t('section.opensDays') },
        ]}
        onChange={choose}
      />
      {section.opens_at && (
        <Field label={t('section.date')} hint={t('section.dateHint')}>
          {(control) => (
            <DateTimeInput
              {...control}
              optional={false}
              value={section.opens_at ?? ''}
              onChange={(iso) => applyChange({ opens_at: iso })}
            />
          )}
        </Field>
      )}
      {section.opens_after_days !== null && (
        <WholeNumber
          label={t('section.days')}
          className="sm:max-w-xs"
          min={1}
          max={DAYS_MAX}
          value={section.opens_after_days}
          onChange={(days) => applyChange({ opens_after_days: days })}
        />
      )}
      {others.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{t('section.requires')}</legend>
          {others.map((other) => (
            <Checkbox
              key={other.key}
              label={<bdi>{other.title || t('outline.untitled')}</bdi>}
              checked={section.requires.includes(other.key)}
              onChange={(event) =>
                applyChange({
                  requires: event.target.checked
                    ? [...section.requires, other.key]
                    : section.requires.filter((key) => key !== other.key),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </EditorCard>
  )
}

/** The suggested date: a week from today at nine. */
const nextWeekAtNine = (): string => {
  const day = new Date()
  day.setDate(day.getDate() + 7)
  day.setHours(9, 0, 0, 0)
  return day.toISOString()
}
