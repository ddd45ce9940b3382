import { useTranslation } from 'react-i18next'
import type { AssessmentCard } from '#contract/assessments/assessments.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { cardState, cardStates, type CardState } from '../model/card.ts'

type Props = {
  cards: readonly AssessmentCard[]
  state: CardState | null
  onChange: (state: CardState | null) => void
}

/** Filters a long list by state and shows how many assessments each state has. */
export const StateFilter = ({ cards, state, onChange }: Props) => {
  const { t } = useTranslation('assessments')
  const count = (cardStateToCount: CardState) =>
    cards.filter((card) => cardState(card) === cardStateToCount).length
  const label = (name: string, number: number) => t('list.stateCount', { state: name, number })
  return (
    <Field label={t('list.show')} className="mb-5 sm:w-72">
      {(control) => (
        <Select
          {...control}
          value={state ?? 'all'}
          options={[
            { value: 'all' as const, label: label(t('list.all'), cards.length) },
            ...cardStates.map((value) => ({
              value,
              label: label(t(`list.state.${value}`), count(value)),
            })),
          ]}
          onChange={(value) => onChange(value === 'all' ? null : value)}
        />
      )}
    </Field>
  )
}
