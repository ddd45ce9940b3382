import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import { useTranslation } from 'react-i18next'
import { pipelineStates, type BoardCard, type PipelineState } from '#contract/job-applications/pipeline.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { RowMenuTrigger, RowsMenu, type RowMenuHandle } from '#src/shared/ui/overlays/Menu.tsx'
import { isMovable } from '../model/board.ts'

type Props = { menu: RowMenuHandle<BoardCard>; onMove: (id: number, to: PipelineState) => void }

/** Moves one card by keyboard and by touch. */
export const CardMenu = ({ menu, onMove }: Props) => {
  const { t } = useTranslation('recruiting')
  return (
    <RowsMenu
      handle={menu}
      items={(card) =>
        pipelineStates
          .filter((state) => state !== card.state)
          .map((state) => ({
            id: state,
            label: t(`states.${state}`),
            danger: state === 'rejected',
            onSelect: () => onMove(card.id, state),
          }))
      }
    />
  )
}

export const CardMenuButton = ({ menu, card }: Pick<Props, 'menu'> & { card: BoardCard }) => {
  const { t } = useTranslation('recruiting')
  if (!isMovable(card)) return null
  return (
    <RowMenuTrigger
      handle={menu}
      row={card}
      trigger={
        <IconButton
          label={t('board.move', { name: card.name })}
          icon={<Ellipsis aria-hidden="true" size={18} />}
        />
      }
    />
  )
}
