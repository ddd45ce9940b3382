import { useTranslation } from 'react-i18next'
import type { MarkConflict, Sheet } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

type Props = {
  sheet: Sheet
  conflicts: readonly MarkConflict[]
  onKeepTheirs: () => void
  onUseMine: () => void
}

/** Marks that somebody else changed meanwhile. Nothing is lost: both are there, and one is chosen. */
export const ConflictDialog = ({ sheet, conflicts, onKeepTheirs, onUseMine }: Props) => {
  const { t } = useTranslation('attendance/admin')
  const language = useLanguage()
  const nameOf = (userId: number) => sheet.rows.find((row) => row.user_id === userId)?.name ?? ''
  const dayOfSession = (id: number) => {
    const session = sheet.sessions.find((each) => each.id === id)
    return session ? formatDate(session.starts_at, language, { timeZone: sheet.time_zone }) : ''
  }
  return (
    <Dialog
      open
      stubborn
      onOpenChange={(isOpen) => !isOpen && onKeepTheirs()}
      title={t('conflict.title', { count: conflicts.length })}
      description={t('conflict.text')}
      closeLabel={t('conflict.theirs')}
      actions={
        <>
          <Button onClick={onUseMine}>{t('conflict.mine')}</Button>
          <Button variant="secondary" onClick={onKeepTheirs}>
            {t('conflict.theirs')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2 text-sm text-ink">
        {conflicts.map((conflict) => (
          <li key={`${conflict.session_id}-${conflict.user_id}`} className="rounded-lg bg-surface-sunken p-3">
            <p className="font-medium">
              <bdi>{nameOf(conflict.user_id)}</bdi> · {dayOfSession(conflict.session_id)}
            </p>
            <p>
              {t('conflict.row', {
                mine: t(`status.${conflict.wanted ?? 'none'}`),
                now: t(`status.${conflict.now ?? 'none'}`),
                by: conflict.by ? isolated(conflict.by) : t('conflict.counted'),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
