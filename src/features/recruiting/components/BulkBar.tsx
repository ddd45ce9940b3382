import { useTranslation } from 'react-i18next'
import { pipelineStates, type PipelineState } from '#contract/job-applications/pipeline.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'

type Props = { count: number; onMove: (to: PipelineState) => void; onClear: () => void }

/** Moves all selected applications. */
export const BulkBar = ({ count, onMove, onClear }: Props) => {
  const { t } = useTranslation('recruiting')
  if (count === 0) return null
  return (
    <div className="sticky bottom-20 z-20 flex flex-wrap items-center gap-3 floating px-4 py-3 md:bottom-4">
      <p role="status" className="grow font-medium text-ink">
        {t('bulk.selected', { count })}
      </p>
      <Menu
        trigger={<Button size="sm">{t('bulk.move')}</Button>}
        items={() =>
          pipelineStates.map((state) => ({
            id: state,
            label: t(`states.${state}`),
            danger: state === 'rejected',
            onSelect: () => onMove(state),
          }))
        }
      />
      <Button size="sm" variant="ghost" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
    </div>
  )
}
