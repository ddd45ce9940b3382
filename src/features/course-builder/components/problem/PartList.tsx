import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { moveInList } from '../../model/questions.ts'
import { MoveButtons } from '../MoveButtons.tsx'

type Props<T extends { id: string }> = {
  legend: string
  addLabel: string
  items: readonly T[]
  max: number
  /** "Test 2". */
  nameOf: (index: number) => string
  create: () => T
  onChange: (items: T[]) => void
  children: (item: T, edit: (change: Partial<T>) => void, name: string) => ReactNode
}

/** The parts of a problem: add, sort, remove and edit them. */
export const PartList = <T extends { id: string }>(props: Props<T>) => {
  const { legend, addLabel, items, max, nameOf, create, onChange, children } = props
  const { t } = useTranslation('course-builder')
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {items.map((item, index) => {
        const name = nameOf(index)
        return (
          <div key={item.id} className="flex flex-col gap-3 rounded-lg border border-line p-3">
            <div className="flex items-center">
              <span className="min-w-0 flex-1 font-medium">{name}</span>
              <MoveButtons
                name={name}
                index={index}
                count={items.length}
                onMove={(to) => onChange(moveInList(items, index, to))}
              />
              <IconButton
                label={t('quiz.removeOption', { name })}
                icon={<Trash aria-hidden="true" size={18} />}
                onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
              />
            </div>
            {children(
              item,
              (change) =>
                onChange(items.map((each) => (each.id === item.id ? { ...each, ...change } : each))),
              name,
            )}
          </div>
        )
      })}
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={items.length >= max}
        onClick={() => onChange([...items, create()])}
      >
        {addLabel}
      </Button>
    </fieldset>
  )
}
