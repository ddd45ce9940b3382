import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { keepsOrder } from '#contract/courses/option-order.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import {
  chooseCorrect,
  canAddOption,
  moveInList,
  type Question,
  type QuestionOf,
} from '../../model/questions.ts'
import { MoveButtons } from '../MoveButtons.tsx'

type Choice = QuestionOf<'single'> | QuestionOf<'multiple'>
type Props = { question: Choice; onChange: (question: Question) => void }
type Option = Choice['options'][number]

const OPTIONS_MIN = 2

/** The options of a choice question: which are right, and the feedback for each. */
export const OptionFields = ({ question, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const group = useId()
  const { options } = question
  const changeOptions = (next: Option[]) => onChange({ ...question, options: next })
  const changeOption = (id: string, change: Partial<Option>) =>
    changeOptions(options.map((each) => (each.id === id ? { ...each, ...change } : each)))
  const markCorrect = (id: string, correct: boolean) =>
    question.kind === 'single' ? onChange(chooseCorrect(question, id)) : changeOption(id, { correct })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">
        {t(question.kind === 'single' ? 'quiz.optionsOne' : 'quiz.optionsMany')}
      </legend>
      {options.map((option, index) => (
        <OptionRow
          key={option.id}
          option={option}
          index={index}
          count={options.length}
          control={{ type: question.kind === 'single' ? 'radio' : 'checkbox', name: group }}
          onChange={(change) => changeOption(option.id, change)}
          onCorrect={(correct) => markCorrect(option.id, correct)}
          onMove={(to) => changeOptions(moveInList(options, index, to))}
          onRemove={() => changeOptions(options.filter(({ id }) => id !== option.id))}
        />
      ))}
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={!canAddOption(options.length)}
        onClick={() =>
          changeOptions([...options, { id: crypto.randomUUID(), text: '', correct: false, explanation: '' }])
        }
      >
        {t('quiz.addOption')}
      </Button>
      <Switch
        label={t('quiz.keepOrder')}
        hint={t('quiz.keepOrderHint')}
        checked={keepsOrder(question)}
        onChange={(value) => onChange({ ...question, keep_order: value })}
      />
      {question.kind === 'multiple' && (
        <Switch
          label={t('quiz.partial')}
          hint={t('quiz.partialHint')}
          checked={question.partial ?? true}
          onChange={(partial) => onChange({ ...question, partial })}
        />
      )}
    </fieldset>
  )
}

type RowProps = {
  option: Option
  index: number
  count: number
  /** Options of a single choice share a name. */
  control: { type: 'radio' | 'checkbox'; name: string }
  onChange: (change: Partial<Option>) => void
  onCorrect: (correct: boolean) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const OptionRow = ({ option, index, count, control, onChange, onCorrect, onMove, onRemove }: RowProps) => {
  const { t } = useTranslation('course-builder')
  const name = t('quiz.option', { number: index + 1 })
  return (
    <div className="flex flex-wrap items-start justify-end gap-2 rounded-lg bg-surface-sunken p-2">
      <label className="flex size-11 shrink-0 cursor-pointer items-center justify-center">
        <span className="sr-only">{t('quiz.isRight', { name })}</span>
        <input
          {...control}
          checked={option.correct}
          className="size-5 accent-primary"
          onChange={(event) => onCorrect(event.target.checked)}
        />
      </label>
      <div className="flex min-w-0 flex-1 flex-col gap-2 max-sm:basis-3/4">
        <TextInput
          aria-label={name}
          placeholder={name}
          maxLength={1000}
          value={option.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
        <TextInput
          aria-label={t('quiz.optionHint', { name })}
          placeholder={t('quiz.optionHintPlaceholder')}
          maxLength={2000}
          className="text-sm"
          value={option.explanation ?? ''}
          onChange={(event) => onChange({ explanation: event.target.value })}
        />
      </div>
      <div className="flex shrink-0">
        <MoveButtons name={name} index={index} count={count} onMove={onMove} />
        <IconButton
          label={t('quiz.removeOption', { name })}
          icon={<Trash aria-hidden="true" size={18} />}
          disabled={count <= OPTIONS_MIN}
          onClick={onRemove}
        />
      </div>
    </div>
  )
}
