import Copy from 'lucide-react/icons/copy'
import Trash from 'lucide-react/icons/trash-2'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { QUESTION_POINTS_MAX, questionKinds, type QuestionKind } from '#contract/courses/quiz.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { changeKind, problemsOf, type Question } from '../../model/questions.ts'
import { WholeNumber } from '../editors/fields/WholeNumber.tsx'
import { MoveButtons } from '../MoveButtons.tsx'
import { NumericFields, ShortFields, TrueFalseFields } from './AnswerFields.tsx'
import { OptionFields } from './OptionFields.tsx'
import { MatchingFields, OrderingFields } from './OrderingMatchingFields.tsx'
import { QuestionLine } from './QuestionLine.tsx'

type Props = {
  question: Question
  index: number
  count: number
  open: boolean
  onToggle: () => void
  onChange: (question: Question) => void
  onMove: (to: number) => void
  onCopy: () => void
  onRemove: () => void
}

/** One question: a line with what is missing, which opens its form. */
export const QuestionCard = (props: Props) => {
  const { question, index, count, open } = props
  const { t } = useTranslation('course-builder')
  const bodyId = useId()
  const name = t('quiz.question', { number: index + 1 })
  return (
    <li className="card">
      <div className="flex flex-wrap items-center justify-end gap-1 p-2">
        <QuestionLine
          question={question}
          about={
            <>
              {name} · {t(`quiz.kinds.${question.kind}`)}
            </>
          }
          open={open}
          bodyId={bodyId}
          onToggle={props.onToggle}
          className="max-sm:basis-full"
        />
        <MoveButtons name={name} index={index} count={count} onMove={props.onMove} />
        <IconButton
          label={t('quiz.copyQuestion', { name })}
          icon={<Copy aria-hidden="true" size={18} />}
          onClick={props.onCopy}
        />
        <IconButton
          label={t('quiz.removeQuestion', { name })}
          icon={<Trash aria-hidden="true" size={18} />}
          onClick={props.onRemove}
        />
      </div>
      <div id={bodyId} hidden={!open}>
        {open && <QuestionForm question={question} onChange={props.onChange} />}
      </div>
    </li>
  )
}

type FormProps = Pick<Props, 'question' | 'onChange'> & {
  /** False if points have no effect, as in video questions. */
  counts?: boolean
}

/** The prompt, the answers and the explanation. */
export const QuestionForm = ({ question, counts = true, onChange }: FormProps) => {
  const { t } = useTranslation('course-builder')
  const problems = problemsOf(question)
  return (
    <div className="flex flex-col gap-5 border-t border-line p-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field label={t('quiz.kind')}>
          {(control) => (
            <Select<QuestionKind>
              {...control}
              value={question.kind}
              options={questionKinds.map((kind) => ({ value: kind, label: t(`quiz.kinds.${kind}`) }))}
              onChange={(kind) => onChange(changeKind(question, kind))}
            />
          )}
        </Field>
        {counts && (
          <WholeNumber
            label={t('quiz.points')}
            min={1}
            max={QUESTION_POINTS_MAX}
            value={question.points ?? 1}
            onChange={(points) => onChange({ ...question, points })}
          />
        )}
      </div>
      <Field label={t('quiz.prompt')} required>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={2000}
            value={question.prompt}
            onChange={(event) => onChange({ ...question, prompt: event.target.value })}
          />
        )}
      </Field>
      <Body question={question} onChange={onChange} />
      <Field label={t('quiz.explanation')} hint={t('quiz.explanationHint')} optionalLabel={t('optional')}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={5000}
            value={question.explanation ?? ''}
            onChange={(event) => onChange({ ...question, explanation: event.target.value })}
          />
        )}
      </Field>
      {problems.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm text-warning-text">
          {problems.map((problem) => (
            <li key={problem}>{t(`quiz.problems.${problem}`)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Body = ({ question, onChange }: Pick<Props, 'question' | 'onChange'>) => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return <OptionFields question={question} onChange={onChange} />
    case 'true_false':
      return <TrueFalseFields question={question} onChange={onChange} />
    case 'short':
      return <ShortFields question={question} onChange={onChange} />
    case 'numeric':
      return <NumericFields key={question.id} question={question} onChange={onChange} />
    case 'ordering':
      return <OrderingFields question={question} onChange={onChange} />
    case 'matching':
      return <MatchingFields question={question} onChange={onChange} />
  }
}
