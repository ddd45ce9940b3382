import { useTranslation } from 'react-i18next'
import type { RubricGrade, Submission } from '#contract/problems/problems.ts'

type Props = { rubric: Submission['rubric']; marks?: RubricGrade['marks'] }

/** The grading criteria, with the points given if there are any. */
export const Rubric = ({ rubric, marks }: Props) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
      {rubric.map((criterion) => {
        const mark = marks?.find((entry) => entry.criterion_id === criterion.id)
        return (
          <li key={criterion.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-4">
            <p dir="auto" className="min-w-0 flex-1 font-medium text-ink">
              {criterion.title}
            </p>
            <p className="text-sm tabular-nums text-ink-muted">
              {mark
                ? t('rubric.given', { given: mark.points, points: criterion.points })
                : t('rubric.points', { count: criterion.points })}
            </p>
            {criterion.description !== '' && (
              <p dir="auto" className="basis-full text-sm text-ink-muted">
                {criterion.description}
              </p>
            )}
            {mark && mark.comment !== '' && (
              <p dir="auto" className="basis-full whitespace-pre-wrap text-ink">
                {mark.comment}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
