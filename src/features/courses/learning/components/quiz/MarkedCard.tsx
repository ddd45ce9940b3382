import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import { useTranslation } from 'react-i18next'
import type { GivenAnswer, MarkedQuestion, ShownQuestion } from '#contract/courses/quiz.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { answerLines, solutionLines, type YesNoLabels } from '../../model/answer-lines.ts'

type Props = {
  question: ShownQuestion
  label: string
  answer: GivenAnswer | undefined
  mark: MarkedQuestion | undefined
}

const ICONS = {
  right: [CircleCheck, 'text-success-text'],
  partial: [CircleDashed, 'text-warning-text'],
  wrong: [CircleX, 'text-error-text'],
  open: [Circle, 'text-ink-muted'],
} as const

/** A marked question: verdict, given answer, explanation, and the correct answer if it may be shown. */
export const MarkedCard = ({ question, label, answer, mark }: Props) => {
  const { t } = useTranslation('courses/learning')
  const labels: YesNoLabels = { yes: t('quiz.true'), no: t('quiz.false') }
  const verdict = mark?.verdict ?? 'open'
  const [Icon, tone] = ICONS[verdict]
  const givenLines = answerLines(question, answer, labels)
  const hints = mark?.option_explanations ?? []
  return (
    <article className="card p-4 sm:p-5">
      <p className="text-sm text-ink-muted">{label}</p>
      <p className="mt-1 font-medium whitespace-pre-line text-ink">
        <bdi>{question.prompt}</bdi>
      </p>
      <p className={cx('mt-3 flex items-center gap-2 font-semibold', tone)}>
        <Icon aria-hidden="true" size={20} className="shrink-0" />
        {t(`quiz.verdict.${verdict}`)}
        {mark && mark.points > 1 && (
          <span className="font-normal text-ink-muted tabular-nums">
            {t('quiz.earned', { earned: mark.earned, points: mark.points })}
          </span>
        )}
      </p>
      <Lines title={t('quiz.yourAnswer')} lines={givenLines.length > 0 ? givenLines : [t('quiz.noAnswer')]} />
      {mark?.solution && verdict !== 'right' && (
        <Lines title={t('quiz.rightAnswer')} lines={solutionLines(question, mark.solution, labels)} />
      )}
      {hints.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2">
          {hints.map((hint) => (
            <li key={hint.option} className="border-s-2 border-line-strong ps-3 text-sm text-ink">
              <bdi className="font-medium">{optionText(question, hint.option, labels)}</bdi>
              {': '}
              <span dir="auto">{hint.text}</span>
            </li>
          ))}
        </ul>
      )}
      {mark && mark.explanation !== '' && (
        <p dir="auto" className="mt-3 rounded-lg bg-surface-sunken px-4 py-3 whitespace-pre-line text-ink">
          {mark.explanation}
        </p>
      )}
    </article>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div className="mt-2 text-ink">
    <span className="text-sm text-ink-muted">{title}:</span>{' '}
    {lines.length === 1 ? (
      <bdi>{lines[0]}</bdi>
    ) : (
      <ol className="mt-1 list-decimal ps-6">
        {lines.map((line, index) => (
          // Lines may repeat and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} dir="auto">
            {line}
          </li>
        ))}
      </ol>
    )}
  </div>
)

const optionText = (question: ShownQuestion, id: string, labels: YesNoLabels): string => {
  if (question.kind === 'true_false') return id === 'true' ? labels.yes : labels.no
  if (!('options' in question)) return ''
  return question.options.find((option) => option.id === id)?.text ?? ''
}
