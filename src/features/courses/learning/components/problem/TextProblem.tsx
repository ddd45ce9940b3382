import { useTranslation } from 'react-i18next'
import { TEXT_ANSWER_MAX, type ShownText } from '#contract/problems/problems.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { SaveStatus } from './AnswerStatus.tsx'
import type { BodyProps } from './body-props.ts'
import { Rubric } from './Rubric.tsx'

const ROWS = 12

/** A free text answer; an instructor grades it by the rubric that is shown. */
export const TextProblem = ({ problem, answer, submission, hasNoAttemptsLeft }: BodyProps<ShownText>) => {
  const { t } = useTranslation('courses/learning/problem')
  const text = answer.answer.kind === 'text' ? answer.answer.text : ''
  const wordCount = text.trim().split(/\s+/).filter(Boolean).length
  const { words_min: least, words_max: most } = problem
  const isTooShort = wordCount < Math.max(1, least ?? 1)
  const isTooLong = most !== null && wordCount > most
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={t('rubric.title')} className="flex flex-col gap-2">
        <h2 className="font-semibold text-ink">{t('rubric.title')}</h2>
        <Rubric rubric={problem.rubric} />
      </section>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor="problem-text" className="font-semibold text-ink">
          {t('text.label')}
        </label>
        <SaveStatus state={answer.save} />
      </div>
      <TextArea
        id="problem-text"
        rows={ROWS}
        maxLength={TEXT_ANSWER_MAX}
        value={text}
        aria-describedby="problem-words"
        onChange={(event) => answer.change({ kind: 'text', text: event.target.value })}
      />
      <p id="problem-words" role="status" className="text-sm text-ink-muted">
        {t('text.words', { count: wordCount })}
        {least !== null && most !== null
          ? ` · ${t('text.between', { least, most })}`
          : least !== null
            ? ` · ${t('text.atLeast', { least })}`
            : most !== null
              ? ` · ${t('text.atMost', { most })}`
              : ''}
      </p>
      {hasNoAttemptsLeft && <Alert kind="info" title={t('submit.spent')} />}
      {submission.error !== null && (
        <Alert kind="error" title={submission.error}>
          {t('submit.failedHint')}
        </Alert>
      )}
      <div>
        <Button
          pending={submission.pending}
          aria-disabled={isTooShort || isTooLong || hasNoAttemptsLeft || undefined}
          onClick={() =>
            isTooShort || isTooLong || hasNoAttemptsLeft
              ? undefined
              : void submission.submit({ kind: 'text', text })
          }
        >
          {t('submit.forGrading')}
        </Button>
      </div>
    </div>
  )
}
