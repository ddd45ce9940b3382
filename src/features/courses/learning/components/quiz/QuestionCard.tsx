import { useTranslation } from 'react-i18next'
import type { GivenAnswer, ShownQuestion } from '#contract/courses/quiz.ts'
import { ChoiceBody } from './ChoiceBody.tsx'
import { MatchBody } from './MatchBody.tsx'
import { OrderBody } from './OrderBody.tsx'

type Props = {
  question: ShownQuestion
  /** "Question 2 of 5" */
  label: string
  answer: GivenAnswer | undefined
  disabled: boolean
  /** Language of the question, when it is not the reader's. */
  lang?: string | undefined
  onAnswer: (answer: GivenAnswer) => void
}

export const questionAnchor = (id: number) => `question-${id}`

/** One question with its answer controls. */
export const QuestionCard = ({ question, label, answer, disabled, lang, onAnswer }: Props) => {
  const { t } = useTranslation('courses/learning')
  return (
    <fieldset
      id={questionAnchor(question.id)}
      data-own-keys=""
      disabled={disabled}
      className="card min-w-0 scroll-mt-24 p-4 sm:p-5"
    >
      <legend className="float-start mb-3 w-full">
        <span className="block text-sm text-ink-muted">
          {label}
          {question.points > 1 && <> · {t('quiz.points', { count: question.points })}</>}
        </span>
        <span lang={lang} className="mt-1 block text-lg font-medium whitespace-pre-line text-ink">
          <bdi>{question.prompt}</bdi>
        </span>
      </legend>
      <div className="clear-both">
        <Body question={question} answer={answer} onAnswer={onAnswer} />
      </div>
    </fieldset>
  )
}

type BodyProps = Pick<Props, 'question' | 'answer' | 'onAnswer'>

const Body = ({ question, answer, onAnswer }: BodyProps) => {
  const question_id = question.id
  switch (question.kind) {
    case 'single':
      return <SingleBody question={question} answer={answer} onAnswer={onAnswer} />
    case 'multiple':
      return <MultipleBody question={question} answer={answer} onAnswer={onAnswer} />
    case 'true_false':
      return <TrueFalseBody question={question} answer={answer} onAnswer={onAnswer} />
    case 'short':
    case 'numeric':
      return <TypedBody question={question} answer={answer} onAnswer={onAnswer} />
    case 'ordering':
      return (
        <OrderBody
          items={question.items}
          order={answer?.kind === 'ordering' ? answer.order : []}
          onChange={(order) => onAnswer({ question_id, kind: 'ordering', order })}
        />
      )
    case 'matching':
      return (
        <MatchBody
          left={question.left}
          right={question.right}
          pairs={answer?.kind === 'matching' ? answer.pairs : []}
          onChange={(pairs) => onAnswer({ question_id, kind: 'matching', pairs })}
        />
      )
  }
}

type BodyOf<K extends ShownQuestion['kind']> = BodyProps & { question: Extract<ShownQuestion, { kind: K }> }

const SingleBody = ({ question, answer, onAnswer }: BodyOf<'single'>) => {
  const question_id = question.id
  const chosen = answer?.kind === 'single' ? answer.chosen : null
  return (
    <ChoiceBody
      name={`q${question_id}`}
      type="radio"
      options={question.options}
      chosen={chosen === null ? [] : [chosen]}
      onChange={([id]) => onAnswer({ question_id, kind: 'single', chosen: id ?? null })}
    />
  )
}

const MultipleBody = ({ question, answer, onAnswer }: BodyOf<'multiple'>) => {
  const { t } = useTranslation('courses/learning')
  const question_id = question.id
  return (
    <ChoiceBody
      name={`q${question_id}`}
      type="checkbox"
      hint={t('quiz.severalHint')}
      options={question.options}
      chosen={answer?.kind === 'multiple' ? answer.chosen : []}
      onChange={(chosen) => onAnswer({ question_id, kind: 'multiple', chosen })}
    />
  )
}

const TrueFalseBody = ({ question, answer, onAnswer }: BodyOf<'true_false'>) => {
  const { t } = useTranslation('courses/learning')
  const question_id = question.id
  const chosen = answer?.kind === 'true_false' ? answer.chosen : null
  return (
    <ChoiceBody
      name={`q${question_id}`}
      type="radio"
      options={[
        { id: 'true', text: t('quiz.true') },
        { id: 'false', text: t('quiz.false') },
      ]}
      chosen={chosen === null ? [] : [String(chosen)]}
      onChange={([id]) => onAnswer({ question_id, kind: 'true_false', chosen: id === 'true' })}
    />
  )
}

const TypedBody = ({ question, answer, onAnswer }: BodyOf<'short' | 'numeric'>) => {
  const { t } = useTranslation('courses/learning')
  const { kind } = question
  const isNumeric = kind === 'numeric'
  return (
    <label className="flex max-w-sm items-center gap-3">
      <span className="sr-only">{t('quiz.yourAnswer')}</span>
      <input
        type="text"
        dir={isNumeric ? 'ltr' : 'auto'}
        inputMode={isNumeric ? 'decimal' : 'text'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={isNumeric ? 60 : 500}
        placeholder={t(isNumeric ? 'quiz.typeNumber' : 'quiz.typeAnswer')}
        value={answer?.kind === kind ? answer.text : ''}
        className="control min-w-0 flex-1 rtl:text-end"
        onChange={(event) => onAnswer({ question_id: question.id, kind, text: event.target.value })}
      />
      {isNumeric && question.unit !== '' && <bdi className="text-ink-muted">{question.unit}</bdi>}
    </label>
  )
}
