import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  difficulties,
  questionStates,
  type BankTopic,
  type QuestionState,
} from '#contract/question-bank/question-bank.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { tagsQuery } from '../api/bank.queries.ts'
import type { BankFilters } from '../model/bank-filters.ts'

type Props = {
  filters: BankFilters
  topics: readonly BankTopic[]
  counts: Record<QuestionState, number> | undefined
  onChange: (change: Partial<BankFilters>) => void
}

/** The filters of the question list; each state shows how many questions it has. */
export const BankFilterFields = ({ filters, topics, counts, onChange }: Props) => {
  const { t } = useTranslation('question-bank')
  const { local, number } = useLocalized()
  const known = useQuery(tagsQuery()).data?.map(({ tag }) => tag) ?? []
  // Keep the selected tag in the list even when no question has it any more.
  const tags = filters.tag === null || known.includes(filters.tag) ? known : [filters.tag, ...known]
  return (
    <>
      <FilterSelect
        label={t('field.topic')}
        className=""
        all={t('filters.allTopics')}
        value={filters.topic === null ? null : String(filters.topic)}
        options={topics.map((topic) => ({ value: String(topic.id), label: local(topic.names) }))}
        onChange={(topic) => onChange({ topic: topic === null ? null : Number(topic) })}
      />
      <FilterSelect
        label={t('field.difficulty')}
        className=""
        all={t('filters.allDifficulties')}
        value={filters.difficulty}
        options={difficulties.map((value) => ({ value, label: t(`difficulty.${value}`) }))}
        onChange={(difficulty) => onChange({ difficulty })}
      />
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
      <ChoiceSelect
        label={t('filters.state')}
        className=""
        value={filters.state}
        options={questionStates.map((value) => ({
          value,
          label: counts
            ? t('filters.stateCount', { state: t(`filters.${value}`), number: number(counts[value]) })
            : t(`filters.${value}`),
        }))}
        onChange={(state) => onChange({ state })}
      />
    </>
  )
}
