import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { inLanguage, letters, type Letter, type TopicRef } from '#contract/assessments/shapes.ts'
import type { Review } from '#contract/assessments/results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import { said } from '../../model/labels.ts'

type Question = Review['questions'][number]
type Props = { question: Question; topic: TopicRef | undefined; total: number }

/** One question in the review. Text and icons mark the chosen and the right option, not colour alone. */
export const ReviewedQuestion = ({ question, topic, total }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const text = inLanguage(question.texts, language, question.main_language)
  if (!text) return null
  return (
    <li className="card p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-muted">
        <span>
          {t('review.question', { position: question.position, total })}
          {topic && (
            <>
              {' · '}
              <bdi>{said(topic.name, language, question.main_language)}</bdi>
            </>
          )}
        </span>
        <Badge tone={question.correct ? 'success' : question.choice === null ? 'neutral' : 'error'}>
          {t(
            question.correct
              ? 'review.correct'
              : question.choice === null
                ? 'review.unanswered'
                : 'review.incorrect',
          )}
        </Badge>
      </div>
      <h2 className="mt-2 text-base font-medium text-ink">
        <QuestionText text={text.prompt} />
      </h2>
      <ul className="mt-3 flex flex-col gap-2">
        {letters.map((letter, index) => (
          <Option key={letter} letter={letter} text={text.options[index] ?? ''} question={question} />
        ))}
      </ul>
      {question.key_corrected && <p className="mt-3 text-sm text-ink-muted">{t('review.keyCorrected')}</p>}
      {text.explanation !== '' && (
        <div className="mt-4 rounded-lg bg-surface-sunken px-4 py-3 text-sm">
          <p className="font-semibold text-ink">{t('review.why')}</p>
          <p className="mt-1 text-ink">
            <QuestionText text={text.explanation} />
          </p>
        </div>
      )}
    </li>
  )
}

const Option = ({ letter, text, question }: { letter: Letter; text: string; question: Question }) => {
  const { t } = useTranslation('assessments/result')
  const isRight = question.right.includes(letter)
  const isChosen = question.choice === letter
  return (
    <li
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-2 text-ink',
        isRight ? 'border-success bg-success-soft' : isChosen ? 'border-error bg-error-soft' : 'border-line',
      )}
    >
      <span className="w-5 shrink-0 font-semibold text-ink-muted">{letter}</span>
      <QuestionText text={text} className="flex-1" />
      {(isRight || isChosen) && (
        <span className="flex items-center gap-1 text-xs font-medium">
          {isRight ? <Check aria-hidden="true" size={16} /> : <X aria-hidden="true" size={16} />}
          {[isChosen && t('review.yours'), isRight && t('review.right')].filter(Boolean).join(' · ')}
        </span>
      )}
    </li>
  )
}
