import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  difficulties,
  questionStates,
  type BankTopic,
  type QuestionState,
} from '#contract/question-bank/question-bank.ts'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { tagsQuery } from '../api/bank.queries.ts'
import type { BankFilters } from '../model/bank-filters.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

type Props = {
  filters: BankFilters
  topics: readonly BankTopic[]
  counts: Record<QuestionState, number> | undefined
  onChange: (change: Partial<BankFilters>) => void
}

/** Search and filters of the question list; each state shows how many questions it has. */
export const BankFilterBar = ({ filters, topics, counts, onChange }: Props) => {
  const { t } = useTranslation('question-bank')
  const { local, number } = useLocalized()
  const known = useQuery(tagsQuery()).data?.map(({ tag }) => tag) ?? []
  // Keep the selected tag in the list even when no question has it any more.
  const tags = filters.tag === null || known.includes(filters.tag) ? known : [filters.tag, ...known]
  return (
    <div
      role="search"
      aria-label={t('filters.label')}
      className="mb-5 grid grid-cols-1 gap-3 min-[360px]:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
    >
      <SearchField
        label={t('filters.search')}
        className="min-[360px]:col-span-2 xl:col-span-1"
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <Field label={t('field.topic')}>
        {(control) => (
          <Select
            {...control}
            value={filters.topic === null ? 'all' : String(filters.topic)}
            options={[
              { value: 'all', label: t('filters.allTopics') },
              ...topics.map((topic) => ({ value: String(topic.id), label: local(topic.names) })),
            ]}
            onChange={(value) => onChange({ topic: value === 'all' ? null : Number(value) })}
          />
        )}
      </Field>
      <Field label={t('field.difficulty')}>
        {(control) => (
          <Select
            {...control}
            value={filters.difficulty ?? 'all'}
            options={[
              { value: 'all' as const, label: t('filters.allDifficulties') },
              ...difficulties.map((value) => ({ value, label: t(`difficulty.${value}`) })),
            ]}
            onChange={(value) => onChange({ difficulty: value === 'all' ? null : value })}
          />
        )}
      </Field>
      <Field label={t('filters.tag')}>
        {(control) => (
          <Combobox
            {...control}
            value={filters.tag ?? ''}
            options={[
              { value: '', label: t('filters.allTags') },
              ...tags.map((tag) => ({ value: tag, label: tag })),
            ]}
            texts={{ open: t('filters.openTags'), none: t('filters.noTag') }}
            onChange={(tag) => onChange({ tag: tag || null })}
          />
        )}
      </Field>
      <Field label={t('filters.state')}>
        {(control) => (
          <Select
            {...control}
            value={filters.state}
            options={questionStates.map((value) => ({
              value,
              label: counts
                ? t('filters.stateCount', { state: t(`filters.${value}`), number: number(counts[value]) })
                : t(`filters.${value}`),
            }))}
            onChange={(state) => onChange({ state })}
          />
        )}
      </Field>
    </div>
  )
}
