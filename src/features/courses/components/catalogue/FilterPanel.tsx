import { memo, useCallback, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type CourseFacets, enrolmentStates, ratingFloors } from '#contract/courses/catalogue.ts'
import { contentTypes, difficulties, prices } from '#contract/courses/shapes.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Count } from '#src/shared/ui/content/Count.tsx'
import { toggled, type CourseFilters } from '../../model/course-filters.ts'
import { difficultyKey } from './labels.ts'

type Props = {
  filters: CourseFilters
  /** Undefined until loaded. */
  facets: CourseFacets | undefined
  onChange: (next: CourseFilters) => void
}

interface Option<T> {
  value: T
  label: string
  count: number | undefined
}

/** Every filter of the catalogue with the number of courses each option leaves. */
export const FilterPanel = ({ filters, facets, onChange }: Props) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const change = (patch: Partial<CourseFilters>) => onChange({ ...filters, ...patch, page: 1 })
  const countOf = <T,>(list: readonly { value: T; count: number }[] | undefined, value: T) =>
    list?.find((entry) => entry.value === value)?.count
  const tags = facets?.tag ?? filters.tag.map((value) => ({ value, count: undefined }))
  return (
    <div className="flex flex-col gap-6">
      <RadioGroup
        legend={t('filter.progress')}
        value={filters.progress}
        options={enrolmentStates.map((value) => ({
          value,
          label: t(`enrolment.${value}`),
          count: countOf(facets?.progress, value),
        }))}
        onChange={(progress) => change({ progress })}
      />
      <CheckboxGroup
        legend={t('filter.difficulty')}
        chosen={filters.difficulty}
        options={difficulties.map((value) => ({
          value,
          label: t(difficultyKey(value), { ns: 'courses' }),
          count: countOf(facets?.difficulty, value),
        }))}
        onToggle={(value) => change({ difficulty: toggled(filters.difficulty, value) })}
      />
      <RadioGroup
        legend={t('filter.price')}
        value={filters.price}
        options={prices.map((value) => ({
          value,
          label: t(`price.${value}`, { ns: 'courses' }),
          count: countOf(facets?.price, value),
        }))}
        onChange={(price) => change({ price })}
      />
      <RadioGroup
        legend={t('filter.rating')}
        value={filters.rating}
        options={ratingFloors.map((value) => ({
          value,
          label: t('filter.ratingFloor', { stars: value }),
          count: countOf(facets?.rating, value),
        }))}
        onChange={(rating) => change({ rating })}
      />
      <CheckboxGroup
        legend={t('filter.type')}
        chosen={filters.type}
        options={contentTypes.map((value) => ({
          value,
          label: t(`type.${value}`, { ns: 'courses' }),
          count: countOf(facets?.type, value),
        }))}
        onToggle={(value) => change({ type: toggled(filters.type, value) })}
      />
      {tags.length > 0 && (
        <CheckboxGroup
          legend={t('filter.tag')}
          chosen={filters.tag}
          options={tags.map(({ value, count }) => ({ value, label: value, count }))}
          onToggle={(value) => change({ tag: toggled(filters.tag, value) })}
        />
      )}
    </div>
  )
}

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 text-sm font-semibold text-ink">{legend}</legend>
    <div className="max-h-84 overflow-y-auto">{children}</div>
  </fieldset>
)

/** Index of the option "all". */
const ALL = -1

type RowProps = {
  type: 'checkbox' | 'radio'
  name: string
  checked: boolean
  label: string
  count: number | undefined
  /** Index among the options. */
  index: number
  onPick: (index: number) => void
}

/** Memoised: a choice must be visible before the next frame on a slow phone. */
const Row = memo(function Row({ type, name, checked, label, count, index, onPick }: RowProps) {
  const { t } = useTranslation('courses')
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-1 text-sm text-ink hover:bg-surface-sunken pointer-coarse:min-h-11">
      <input
        type={type}
        name={name}
        checked={checked}
        className="size-4.5 shrink-0 accent-primary"
        onChange={() => onPick(index)}
      />
      <span className={cx('flex min-w-0 flex-1', count === 0 && !checked && 'text-ink-muted')}>
        <bdi className="truncate">{label}</bdi>
      </span>
      {count !== undefined && (
        <span className="shrink-0 tabular-nums text-ink-muted">
          <Count>{count}</Count>
          <span className="sr-only">{t('list.count', { count })}</span>
        </span>
      )}
    </label>
  )
})

/** A callback that stays the same function across renders, so that memoised rows do not render again. */
const useStableCallback = (pick: (index: number) => void) => {
  const latest = useRef(pick)
  useLayoutEffect(() => {
    latest.current = pick
  })
  return useCallback((index: number) => latest.current(index), [])
}

/** Checkboxes: any number of options. */
const CheckboxGroup = <T extends string>(props: {
  legend: string
  chosen: readonly T[]
  options: readonly Option<T>[]
  onToggle: (value: T) => void
}) => {
  const name = useId()
  const { options, onToggle } = props
  const pick = useStableCallback((index) => {
    const option = options[index]
    if (option) onToggle(option.value)
  })
  return (
    <Group legend={props.legend}>
      {options.map(({ value, label, count }, index) => (
        <Row
          key={value}
          type="checkbox"
          name={name}
          checked={props.chosen.includes(value)}
          label={label}
          count={count}
          index={index}
          onPick={pick}
        />
      ))}
    </Group>
  )
}

/** Radio buttons: one option, or "all". */
const RadioGroup = <T extends string | number>(props: {
  legend: string
  value: T | null
  options: readonly Option<T>[]
  onChange: (value: T | null) => void
}) => {
  const { t } = useTranslation('courses/catalogue')
  const name = useId()
  const { options, onChange } = props
  const pick = useStableCallback((index) => onChange(options[index]?.value ?? null))
  return (
    <Group legend={props.legend}>
      <Row
        type="radio"
        name={name}
        checked={props.value === null}
        label={t('filter.all')}
        count={undefined}
        index={ALL}
        onPick={pick}
      />
      {options.map(({ value, label, count }, index) => (
        <Row
          key={value}
          type="radio"
          name={name}
          checked={props.value === value}
          label={label}
          count={count}
          index={index}
          onPick={pick}
        />
      ))}
    </Group>
  )
}
