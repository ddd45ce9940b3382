import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseSettings } from '#contract/course-builder/draft.ts'
import { difficulties } from '#contract/courses/shapes.ts'
import { cut } from '#contract/text/truncate.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { WholeNumber } from './WholeNumber.tsx'

type Props = { course: CourseSettings; set: (change: Partial<CourseSettings>) => void }

const TAGS_MAX = 20
const SEATS_MAX = 100_000
const CURRENCIES = ['INR', 'USD', 'EUR', 'AED', 'SAR'] as const

export const AccessFields = ({ course, set }: Props) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <Field label={t('settings.difficulty')}>
        {(control) => (
          <Select
            {...control}
            className="sm:max-w-xs"
            value={course.difficulty}
            options={difficulties.map((value) => ({
              value,
              label: t(`difficulty.${value.replace(' ', '_')}`),
            }))}
            onChange={(difficulty) => set({ difficulty })}
          />
        )}
      </Field>
      <TagsField tags={course.tags} onChange={(tags) => set({ tags })} />
      <Segmented
        legend={t('settings.price')}
        className="sm:max-w-xs"
        value={course.price}
        options={[
          { value: 'free', label: t('settings.free') },
          { value: 'premium', label: t('settings.premium') },
        ]}
        onChange={(price) => set({ price })}
      />
      {course.price === 'premium' && <PriceFields course={course} set={set} />}
      <WholeNumber
        optional
        label={t('settings.seats')}
        hint={t('settings.seatsHint')}
        className="sm:max-w-xs"
        min={1}
        max={SEATS_MAX}
        value={course.seats}
        onChange={(seats) => set({ seats })}
      />
    </>
  )
}

/** Amounts are stored in minor units. All offered currencies have a hundred of them. */
const MINOR_UNITS_PER_UNIT = 100

const PriceFields = ({ course, set }: Props) => {
  const { t } = useTranslation('course-builder')
  const currency = course.currency ?? 'INR'
  return (
    <div className="grid gap-4 sm:max-w-md sm:grid-cols-2">
      <Field label={t('settings.amount')}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="number"
            min={0}
            step="0.01"
            value={course.price_minor === null ? '' : course.price_minor / MINOR_UNITS_PER_UNIT}
            onChange={(event) => {
              if (event.target.value === '') return set({ price_minor: null })
              const minor = Math.round(event.target.valueAsNumber * MINOR_UNITS_PER_UNIT)
              if (minor >= 0 && minor <= 100_000_000) set({ price_minor: minor, currency })
            }}
          />
        )}
      </Field>
      <Field label={t('settings.currency')}>
        {(control) => (
          <Select
            {...control}
            value={currency}
            options={[...new Set([...CURRENCIES, currency])].map((value) => ({ value, label: value }))}
            onChange={(next) => set({ currency: next })}
          />
        )}
      </Field>
    </div>
  )
}

/** Keeps the input as typed and splits it at commas. */
const TagsField = ({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) => {
  const { t } = useTranslation('course-builder')
  const [typed, setTyped] = useState(tags.join(', '))
  return (
    <Field label={t('settings.tags')} hint={t('settings.tagsHint')}>
      {(control) => (
        <TextInput
          {...control}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            const parsed = event.target.value.split(/[,،]/).map((tag) => cut(tag.trim(), 60))
            onChange([...new Set(parsed.filter(Boolean))].slice(0, TAGS_MAX))
          }}
        />
      )}
    </Field>
  )
}
