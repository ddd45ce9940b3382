import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

type Props = {
  /** What is moved, for its buttons' names. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
}

/** Up and down in a list; the ends stay focusable so that pressing on does not lose the place. */
export const MoveButtons = ({ name, index, count, onMove }: Props) => {
  const { t } = useTranslation('course-builder')
  const button = (to: number, label: string, icon: React.ReactNode) => {
    const off = to < 0 || to >= count
    return (
      <IconButton
        label={label}
        icon={icon}
        aria-disabled={off || undefined}
        className={off ? 'opacity-40' : ''}
        onClick={() => {
          if (!off) onMove(to)
        }}
      />
    )
  }
  return (
    <span className="flex shrink-0">
      {button(index - 1, t('move.up', { name }), <ArrowUp aria-hidden="true" size={18} />)}
      {button(index + 1, t('move.down', { name }), <ArrowDown aria-hidden="true" size={18} />)}
    </span>
  )
}
