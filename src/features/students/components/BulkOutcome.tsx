import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import type { Outcome } from '../model/outcome.ts'

const countOf = ({ results }: Outcome, kind: string) => results.filter(({ result }) => result === kind).length

/** How many people changed, and by name those that did not. */
export const BulkOutcome = ({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) => {
  const { t } = useTranslation('students')
  const nameOf = (id: number) => outcome.rows.find((row) => row.id === id)?.name ?? String(id)
  const refused = outcome.results.filter(({ result }) => result === 'refused')
  const unchanged = countOf(outcome, 'unchanged')
  return (
    <div
      role="status"
      className="floating sticky bottom-20 z-10 flex max-h-[50dvh] flex-col gap-3 overflow-y-auto p-4 sm:bottom-4"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold text-ink">
          {t('outcome.done', { count: countOf(outcome, 'done') })}
          {unchanged > 0 && (
            <span className="ms-2 font-normal text-ink-muted">
              {t('outcome.unchanged', { count: unchanged })}
            </span>
          )}
        </p>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      {refused.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {refused.map(({ id, reason }) => (
            <li key={id} className="flex flex-wrap gap-x-2">
              <bdi className="font-medium text-ink">{nameOf(id)}</bdi>
              <span className="text-error-text">{t(`outcome.${reason ?? 'not_found'}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
