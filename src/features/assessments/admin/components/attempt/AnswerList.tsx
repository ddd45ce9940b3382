import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { inLanguage, letters } from '#contract/assessments/shapes.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

type Answer = AttemptDetail['answers'][number]
const ANSWER_FILTERS = ['all', 'wrong', 'open'] as const
type AnswerFilter = (typeof ANSWER_FILTERS)[number]

const matchesFilter = (answer: Answer, filter: AnswerFilter) =>
  filter === 'all' || (filter === 'open' ? answer.choice === null : answer.choice !== null && !answer.correct)

/** Each question as this learner saw it, with the chosen option, the right one and the time. */
export const AnswerList = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number } = useLocalized()
  const [filter, setFilter] = useState<AnswerFilter>('all')
  const visibleAnswers = detail.answers.filter((answer) => matchesFilter(answer, filter))
  return (
    <Card as="section" aria-labelledby="attempt-answers" pad="none" className="overflow-clip">
      <div className="flex flex-wrap items-end justify-between gap-3 p-4 sm:px-6 sm:pt-5">
        <h2 id="attempt-answers" className="text-lg font-semibold text-ink">
          {t('answers.title')}
        </h2>
        <Segmented
          legend={<span className="sr-only">{t('answers.show')}</span>}
          className="w-full sm:w-96"
          value={filter}
          options={ANSWER_FILTERS.map((value) => ({
            value,
            label: t(`answers.${value}`, {
              number: number(detail.answers.filter((answer) => matchesFilter(answer, value)).length),
            }),
          }))}
          onChange={setFilter}
        />
      </div>
      {visibleAnswers.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-ink-muted sm:px-6">{t('answers.none')}</p>
      ) : (
        <ul>
          {visibleAnswers.map((answer) => (
            <li key={answer.position} className="border-t border-line">
              <AnswerItem answer={answer} open={detail.row.state === 'open'} topics={detail.topics} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type ItemProps = { answer: Answer; open: boolean; topics: AttemptDetail['topics'] }

const AnswerItem = ({ answer, open, topics }: ItemProps) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language, local } = useLocalized()
  const texts = inLanguage(answer.texts, language, answer.main_language)
  const topic = topics.find((each) => each.id === answer.topic_id)
  const time = answer.submitted_at ?? answer.saved_at
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-start gap-3 px-4 py-3 hover:bg-surface-sunken sm:px-6">
        <Mark answer={answer} />
        <span className="w-6 shrink-0 text-end font-medium tabular-nums text-ink-muted">
          {answer.position}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-ink group-open:line-clamp-none">
            <QuestionText text={texts?.prompt ?? ''} />
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-muted">
            {topic && <bdi>{local(topic.name)}</bdi>}
            {time !== null && (
              <span>
                {t(answer.final ? 'answers.final' : 'answers.kept', {
                  time: formatDate(time, language, { time: true }),
                })}
              </span>
            )}
            {open && answer.marked && <Badge tone="info">{t('answers.marked')}</Badge>}
          </span>
        </span>
        <span className="shrink-0 font-semibold tabular-nums text-ink" dir="ltr">
          {answer.choice ?? '–'}
        </span>
      </summary>
      <div className="px-4 pb-4 sm:ps-21 sm:pe-6">
        <ol className="flex flex-col gap-1.5">
          {(texts?.options ?? []).map((option, index) => (
            <Option key={letters[index]} letter={letters[index] ?? 'A'} text={option} answer={answer} />
          ))}
        </ol>
        {texts && texts.explanation !== '' && (
          <p className="mt-3 text-sm text-ink-muted">
            <QuestionText text={texts.explanation} />
          </p>
        )}
        <p className="mt-3 text-xs text-ink-muted">
          {t('answers.version', { id: answer.question_id, version: answer.version })}
        </p>
      </div>
    </details>
  )
}

const Mark = ({ answer }: { answer: Answer }) => {
  const { t } = useTranslation('assessments/admin/results')
  const [Icon, className, text] =
    answer.choice === null
      ? ([Minus, 'bg-surface-sunken text-ink-muted', 'answers.markOpen'] as const)
      : answer.correct
        ? ([Check, 'bg-success-soft text-success-text', 'answers.markRight'] as const)
        : ([X, 'bg-error-soft text-error-text', 'answers.markWrong'] as const)
  return (
    <span className={cx('flex size-6 shrink-0 items-center justify-center rounded-full', className)}>
      <Icon aria-hidden="true" size={16} />
      <span className="sr-only">{t(text)}</span>
    </span>
  )
}

const Option = ({
  letter,
  text,
  answer,
}: {
  letter: (typeof letters)[number]
  text: string
  answer: Answer
}) => {
  const { t } = useTranslation('assessments/admin/results')
  const isRight = answer.right.includes(letter)
  const isChosen = answer.choice === letter
  return (
    <li
      className={cx(
        'flex items-start gap-3 rounded-lg border px-3 py-2 text-sm text-ink',
        isRight
          ? 'border-line-strong bg-success-soft'
          : isChosen
            ? 'border-line-strong bg-error-soft'
            : 'border-line',
      )}
    >
      <span className="font-semibold">{letter}</span>
      <QuestionText text={text} className="flex-1" />
      {isChosen && <Badge tone={isRight ? 'success' : 'error'}>{t('answers.chosen')}</Badge>}
      {isRight && !isChosen && <Badge tone="success">{t('answers.right')}</Badge>}
    </li>
  )
}
