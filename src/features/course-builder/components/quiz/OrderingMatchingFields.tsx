import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { canAddOption, moveInList, type Question, type QuestionOf } from '../../model/questions.ts'
import { MoveButtons } from '../MoveButtons.tsx'

const emptyEntry = () => ({ id: crypto.randomUUID(), text: '' })
const TEXT_MAX = 1000

type OrderingProps = { question: QuestionOf<'ordering'>; onChange: (question: Question) => void }

/** The items of an ordering question, written in the right order. */
export const OrderingFields = ({ question, onChange }: OrderingProps) => {
  const { t } = useTranslation('course-builder')
  const { items } = question
  const changeItems = (next: typeof items) => onChange({ ...question, items: next })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('quiz.order')}</legend>
      <p className="text-sm text-ink-muted">{t('quiz.orderHint')}</p>
      <ol className="flex flex-col gap-2">
        {items.map((item, index) => {
          const name = t('quiz.place', { number: index + 1 })
          return (
            <li key={item.id} className="flex items-center gap-2">
              <TextInput
                aria-label={name}
                placeholder={name}
                maxLength={TEXT_MAX}
                value={item.text}
                onChange={(event) =>
                  changeItems(
                    items.map((each) => (each.id === item.id ? { ...each, text: event.target.value } : each)),
                  )
                }
              />
              <MoveButtons
                name={name}
                index={index}
                count={items.length}
                onMove={(to) => changeItems(moveInList(items, index, to))}
              />
              <IconButton
                label={t('quiz.removeOption', { name })}
                icon={<Trash aria-hidden="true" size={18} />}
                disabled={items.length <= 2}
                onClick={() => changeItems(items.filter(({ id }) => id !== item.id))}
              />
            </li>
          )
        })}
      </ol>
      <AddButton
        label={t('quiz.addPlace')}
        disabled={!canAddOption(items.length)}
        onAdd={() => changeItems([...items, emptyEntry()])}
      />
      <Partial question={question} onChange={onChange} />
    </fieldset>
  )
}

type MatchingProps = { question: QuestionOf<'matching'>; onChange: (question: Question) => void }

/** The pairs of a matching question, and right sides without a match. */
export const MatchingFields = ({ question, onChange }: MatchingProps) => {
  const { t } = useTranslation('course-builder')
  const { pairs } = question
  const extra = question.extra ?? []
  const setPairs = (next: typeof pairs) => onChange({ ...question, pairs: next })
  const setExtra = (next: typeof extra) => onChange({ ...question, extra: next })
  const changePair = (index: number, side: 'left' | 'right', text: string) =>
    setPairs(
      pairs.map((pair, otherIndex) =>
        otherIndex === index ? { ...pair, [side]: { ...pair[side], text } } : pair,
      ),
    )
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t('quiz.pairs')}</legend>
      {pairs.map((pair, index) => {
        const name = t('quiz.pair', { number: index + 1 })
        return (
          <div key={pair.left.id} className="flex items-center gap-2 rounded-lg bg-surface-sunken p-2">
            <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
              {(['left', 'right'] as const).map((side) => (
                <TextInput
                  key={side}
                  aria-label={t(`quiz.${side}`, { name })}
                  placeholder={t(`quiz.${side}Placeholder`)}
                  maxLength={TEXT_MAX}
                  value={pair[side].text}
                  onChange={(event) => changePair(index, side, event.target.value)}
                />
              ))}
            </div>
            <IconButton
              label={t('quiz.removeOption', { name })}
              icon={<Trash aria-hidden="true" size={18} />}
              disabled={pairs.length <= 2}
              onClick={() => setPairs(pairs.filter((_, otherIndex) => otherIndex !== index))}
            />
          </div>
        )
      })}
      <AddButton
        label={t('quiz.addPair')}
        disabled={!canAddOption(pairs.length)}
        onAdd={() => setPairs([...pairs, { left: emptyEntry(), right: emptyEntry() }])}
      />
      {extra.map((entry, index) => {
        const name = t('quiz.extra', { number: index + 1 })
        return (
          <div key={entry.id} className="flex items-center gap-2">
            <TextInput
              aria-label={name}
              placeholder={name}
              maxLength={TEXT_MAX}
              value={entry.text}
              onChange={(event) =>
                setExtra(
                  extra.map((each) => (each.id === entry.id ? { ...each, text: event.target.value } : each)),
                )
              }
            />
            <IconButton
              label={t('quiz.removeOption', { name })}
              icon={<Trash aria-hidden="true" size={18} />}
              onClick={() => setExtra(extra.filter(({ id }) => id !== entry.id))}
            />
          </div>
        )
      })}
      <AddButton
        label={t('quiz.addExtra')}
        disabled={!canAddOption(extra.length)}
        onAdd={() => setExtra([...extra, emptyEntry()])}
      />
      <Partial question={question} onChange={onChange} />
    </fieldset>
  )
}

type AddProps = { label: string; disabled: boolean; onAdd: () => void }

const AddButton = ({ label, disabled, onAdd }: AddProps) => (
  <Button
    size="sm"
    variant="ghost"
    className="self-start"
    icon={<Plus aria-hidden="true" size={18} />}
    disabled={disabled}
    onClick={onAdd}
  >
    {label}
  </Button>
)

type PartialProps = {
  question: QuestionOf<'ordering'> | QuestionOf<'matching'>
  onChange: (question: Question) => void
}

const Partial = ({ question, onChange }: PartialProps) => {
  const { t } = useTranslation('course-builder')
  return (
    <Switch
      label={t('quiz.partial')}
      hint={t('quiz.partialHint')}
      checked={question.partial ?? true}
      onChange={(partial) => onChange({ ...question, partial })}
    />
  )
}
