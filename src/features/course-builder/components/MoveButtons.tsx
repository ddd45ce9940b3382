import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

type Props = {
  /** The name of the entry, for the buttons' labels. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
}

/**
 * Moves an entry up or down. The buttons stay focusable at the ends, so that repeated presses keep the
 * focus.
 */
export const MoveButtons = ({ name, index, count, onMove }: Props) => {
  const { t } = useTranslation('course-builder')
  const moveButton = (to: number, label: string, icon: React.ReactNode) => {
    const isDisabled = to < 0 || to >= count
    return (
      <IconButton
        label={label}
        icon={icon}
        aria-disabled={isDisabled || undefined}
        className={isDisabled ? 'opacity-40' : ''}
        onClick={() => {
          if (!isDisabled) onMove(to)
        }}
      />
    )
  }
  return (
    <span className="flex shrink-0">
      {moveButton(index - 1, t('move.up', { name }), <ArrowUp aria-hidden="true" size={18} />)}
      {moveButton(index + 1, t('move.down', { name }), <ArrowDown aria-hidden="true" size={18} />)}
    </span>
  )
}
