import { useTranslation } from 'react-i18next'
import type { AssessmentCard } from '#contract/assessments/assessments.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
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
        <select
          {...control}
          className="control"
          value={state ?? ''}
          onChange={(event) => onChange(cardStates.find((each) => each === event.target.value) ?? null)}
        >
          <option value="">{label(t('list.all'), cards.length)}</option>
          {cardStates.map((value) => (
            <option key={value} value={value}>
              {label(t(`list.state.${value}`), count(value))}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
