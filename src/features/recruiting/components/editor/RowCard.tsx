import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

type Props = {
  name: string
  index: number
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  children: ReactNode
}

/** One entry of a list in the form: its fields, its place and the way out. */
export const RowCard = ({ name, index, count, onMove, onRemove, children }: Props) => {
  const { t } = useTranslation('recruiting/editor')
  return (
    <li className="border-t border-line pt-4 first:border-t-0 first:pt-0">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-ink-muted">{name}</h3>
        <span className="flex">
          <IconButton
            label={t('row.up', { name })}
            disabled={index === 0}
            onClick={() => onMove(-1)}
            icon={<ArrowUp aria-hidden="true" size={18} />}
          />
          <IconButton
            label={t('row.down', { name })}
            disabled={index === count - 1}
            onClick={() => onMove(1)}
            icon={<ArrowDown aria-hidden="true" size={18} />}
          />
          <IconButton
            label={t('row.remove', { name })}
            onClick={onRemove}
            icon={<Trash aria-hidden="true" size={18} />}
          />
        </span>
      </div>
      <div className="flex flex-col gap-4">{children}</div>
    </li>
  )
}

/** The list with the entry one place further. */
export const moved = <T,>(list: readonly T[], index: number, by: -1 | 1): T[] => {
  const next = [...list]
  const [entry] = next.splice(index, 1)
  if (entry !== undefined) next.splice(index + by, 0, entry)
  return next
}
