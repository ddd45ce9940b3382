import { useTranslation } from 'react-i18next'
import type { BoardCard } from '#contract/job-applications/pipeline.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import type { Moves } from '../api/use-moves.ts'
import { refusedOf } from '../model/board.ts'

type Props = { moves: Moves; cards: readonly BoardCard[] }

/** What became of the last move, for each application, and the way back. */
export const MoveNotice = ({ moves, cards }: Props) => {
  const { t } = useTranslation('recruiting')
  const { outcome, error } = moves
  if (error) return <Alert kind="error" title={errorText(error, t('moves.failed'))} />
  if (!outcome) return null
  const refused = refusedOf(outcome.results)
  const moved = outcome.results.filter(({ result }) => result === 'moved').length
  const nameOf = (id: number) => cards.find((card) => card.id === id)?.name ?? t('moves.unknown')
  const to = outcome.moves[0]?.to ?? 'viewed'
  return (
    <Alert
      kind={refused.length > 0 ? 'warning' : 'success'}
      title={
        outcome.undone
          ? t('moves.undone', { count: moved })
          : t('moves.moved', { count: moved, state: t(`states.${to}`) })
      }
      action={
        <span className="flex flex-wrap gap-2">
          {!outcome.undone && moved > 0 && (
            <Button size="sm" variant="secondary" pending={moves.isPending} onClick={moves.undo}>
              {t('moves.undo')}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={moves.forget}>
            {t('moves.close')}
          </Button>
        </span>
      }
    >
      {refused.length > 0 && (
        <ul className="list-disc ps-5">
          {refused.map(({ id, result }) => (
            <li key={id}>
              <bdi>{nameOf(id)}</bdi>: {t(`moves.results.${result}`)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
