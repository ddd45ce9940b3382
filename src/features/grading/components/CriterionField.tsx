import { useTranslation } from 'react-i18next'
import type { Submission } from '#contract/problems/problems.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  criterion: Submission['rubric'][number]
  /** Null until points are given. */
  points: number | null
  comment: string
  onPoints: (points: number | null) => void
  onComment: (comment: string) => void
}

/** One criterion: points from 0 to its maximum, and a comment for the learner. */
export const CriterionField = ({ criterion, points, comment, onPoints, onComment }: Props) => {
  const { t } = useTranslation('grading')
  const read = (text: string) => {
    const value = Number(text)
    onPoints(text === '' || !Number.isInteger(value) ? null : Math.min(Math.max(value, 0), criterion.points))
  }
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-4">
      <legend dir="auto" className="float-start font-medium text-ink">
        {criterion.title}
      </legend>
      {criterion.description !== '' && (
        <p dir="auto" className="clear-both text-sm text-ink-muted">
          {criterion.description}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Field label={t('criterion.points', { most: criterion.points })} className="w-32">
          {(control) => (
            <TextInput
              {...control}
              type="number"
              inputMode="numeric"
              dir="ltr"
              min={0}
              max={criterion.points}
              value={points ?? ''}
              onChange={(event) => read(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('criterion.comment')} className="min-w-48 flex-1">
          {(control) => (
            <TextInput
              {...control}
              maxLength={2000}
              value={comment}
              onChange={(event) => onComment(event.target.value)}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}
