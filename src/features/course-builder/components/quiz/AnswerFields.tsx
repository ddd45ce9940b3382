import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { SHORT_ANSWER_MAX } from '#contract/courses/quiz.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { canAddOption, type Question, type QuestionOf } from '../../model/questions.ts'
import { DecimalNumber } from '../editors/fields/DecimalNumber.tsx'

type Change = (question: Question) => void

export const TrueFalseFields = ({
  question,
  onChange,
}: {
  question: QuestionOf<'true_false'>
  onChange: Change
}) => {
  const { t } = useTranslation('course-builder')
  const sides = [
    { key: 'explanation_true' as const, label: t('quiz.hintTrue') },
    { key: 'explanation_false' as const, label: t('quiz.hintFalse') },
  ]
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        legend={t('quiz.rightAnswer')}
        value={question.answer === null ? null : question.answer ? 'true' : 'false'}
        options={[
          { value: 'true', label: t('quiz.true') },
          { value: 'false', label: t('quiz.false') },
        ]}
        onChange={(value) => onChange({ ...question, answer: value === 'true' })}
      />
      {sides.map(({ key, label }) => (
        <Field key={key} label={label} optionalLabel={t('optional')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={2000}
              value={question[key] ?? ''}
              onChange={(event) => onChange({ ...question, [key]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

export const ShortFields = ({ question, onChange }: { question: QuestionOf<'short'>; onChange: Change }) => {
  const { t } = useTranslation('course-builder')
  const { accepted } = question
  const changeAccepted = (next: string[]) => onChange({ ...question, accepted: next })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('quiz.accepted')}</legend>
      <p className="text-sm text-ink-muted">{t('quiz.acceptedHint')}</p>
      {accepted.map((answer, index) => {
        const name = t('quiz.acceptedAnswer', { number: index + 1 })
        return (
          // Answers have no identity but their position, and the fields are stateless.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="flex items-center gap-2">
            <TextInput
              aria-label={name}
              placeholder={name}
              maxLength={SHORT_ANSWER_MAX}
              value={answer}
              onChange={(event) =>
                changeAccepted(
                  accepted.map((each, otherIndex) => (otherIndex === index ? event.target.value : each)),
                )
              }
            />
            <IconButton
              label={t('quiz.removeOption', { name })}
              icon={<Trash aria-hidden="true" size={18} />}
              disabled={accepted.length <= 1}
              onClick={() => changeAccepted(accepted.filter((_, otherIndex) => otherIndex !== index))}
            />
          </div>
        )
      })}
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={!canAddOption(accepted.length)}
        onClick={() => changeAccepted([...accepted, ''])}
      >
        {t('quiz.addAccepted')}
      </Button>
      <Switch
        label={t('quiz.caseSensitive')}
        checked={question.case_sensitive ?? false}
        onChange={(value) => onChange({ ...question, case_sensitive: value })}
      />
    </fieldset>
  )
}

export const NumericFields = ({
  question,
  onChange,
}: {
  question: QuestionOf<'numeric'>
  onChange: Change
}) => {
  const { t } = useTranslation('course-builder')
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <DecimalNumber
        label={t('quiz.value')}
        value={question.value}
        onChange={(value) => onChange({ ...question, value })}
      />
      <DecimalNumber
        label={t('quiz.tolerance')}
        hint={t('quiz.toleranceHint')}
        min={0}
        value={question.tolerance ?? 0}
        onChange={(tolerance) => onChange({ ...question, tolerance })}
      />
      <Field label={t('quiz.unit')} optionalLabel={t('optional')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={40}
            value={question.unit ?? ''}
            onChange={(event) => onChange({ ...question, unit: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
