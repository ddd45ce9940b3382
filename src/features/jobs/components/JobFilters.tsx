import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobFacets } from '#contract/jobs/jobs.ts'
import { jobLevels, jobTypes, salaryBands } from '#contract/jobs/shapes.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Count } from '#src/shared/ui/content/Count.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { valuesIn, withToggled, type JobListFilters } from '../model/job-filters.ts'

export type FilterProps = {
  filters: JobListFilters
  /** Undefined until loaded. */
  facets: JobFacets | undefined
  onChange: (changes: Partial<JobListFilters>) => void
}

/** Types, levels and salary bands, each with the number of jobs that it leaves. */
export const JobFilters = ({ filters, facets, onChange }: FilterProps) => {
  const { t } = useTranslation('jobs')
  return (
    <div className="flex flex-col gap-6">
      <Group
        legend={t('filter.type')}
        chosen={filters.type}
        options={jobTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        counts={facets?.type}
        onChange={(type) => onChange({ type })}
      />
      <Group
        legend={t('filter.level')}
        chosen={filters.level}
        options={jobLevels.map((value) => ({ value, label: t(`level.${value}`) }))}
        counts={facets?.level}
        onChange={(level) => onChange({ level })}
      />
      <Group
        legend={t('filter.salary')}
        chosen={filters.salary}
        options={salaryBands.map((value) => ({ value, label: value }))}
        counts={facets?.salary}
        onChange={(salary) => onChange({ salary })}
      />
    </div>
  )
}

type GroupProps = {
  legend: string
  chosen: string
  options: readonly { value: string; label: string }[]
  counts: readonly { value: string; count: number }[] | undefined
  onChange: (chosen: string) => void
}

const Group = ({ legend, chosen, options, counts, onChange }: GroupProps) => {
  const { t } = useTranslation('jobs')
  const name = useId()
  const values = valuesIn(chosen)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold text-ink">{legend}</legend>
      {options.map(({ value, label }) => {
        const count = counts?.find((each) => each.value === value)?.count
        const isChosen = values.includes(value)
        return (
          <label
            key={value}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-1 text-sm text-ink hover:bg-surface-sunken pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              name={name}
              checked={isChosen}
              className="size-4.5 shrink-0 accent-primary"
              onChange={() => onChange(withToggled(chosen, value))}
            />
            <span className={cx('flex min-w-0 flex-1', count === 0 && !isChosen && 'text-ink-muted')}>
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
      })}
    </fieldset>
  )
}

/** The filters on a phone. Each choice applies immediately; the button says how many jobs are left. */
export const JobFilterSheet = ({ onClose, ...props }: FilterProps & { onClose: () => void }) => {
  const { t } = useTranslation('jobs')
  return (
    <Sheet
      open
      title={t('filter.title')}
      closeLabel={t('filter.close')}
      actions={
        <>
          <Button block onClick={onClose}>
            {props.facets ? t('filter.show', { count: props.facets.count }) : t('filter.close')}
          </Button>
          <Button
            block
            variant="secondary"
            onClick={() => props.onChange({ type: '', level: '', salary: '' })}
          >
            {t('filter.clear')}
          </Button>
        </>
      }
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <JobFilters {...props} />
    </Sheet>
  )
}

const CHIPS = ['matched', 'remote', 'featured', 'saved'] as const

/** The filters that people use most, one press each. */
export const FilterChips = ({ filters, facets, onChange }: FilterProps) => {
  const { t } = useTranslation('jobs')
  return (
    <div className="flex flex-wrap gap-2">
      {CHIPS.map((chip) => {
        const count = facets?.[chip]
        return (
          <button
            key={chip}
            type="button"
            aria-pressed={filters[chip]}
            className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-surface-raised px-3.5 text-sm text-ink transition-colors duration-150 hover:bg-surface-sunken aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-primary-text pointer-coarse:min-h-11"
            onClick={() => onChange({ [chip]: !filters[chip] })}
          >
            {t(`chip.${chip}`)}
            {count !== undefined && (
              <span className="tabular-nums text-ink-muted">
                <Count>{count}</Count>
                <span className="sr-only">{t('list.count', { count })}</span>
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
