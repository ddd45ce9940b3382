import { useTranslation } from 'react-i18next'
import { attendanceStatuses, type AttendanceStatus } from '#contract/attendance/rules.ts'
import { REASON_MAX } from '#contract/attendance/attendance.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  count: number
  /** What is selected, in words; empty without a selection. */
  selection: string
  reason: string
  isSaving: boolean
  onReason: (reason: string) => void
  onMark: (status: AttendanceStatus | null) => void
  onOpen: () => void
}

/** Marks what is selected, by finger or by mouse; the keys are the same. */
export const MarkBar = ({ count, selection, reason, isSaving, onReason, onMark, onOpen }: Props) => {
  const { t } = useTranslation('attendance/admin')
  return (
    <div
      role="toolbar"
      aria-label={t('bar.label')}
      className="flex flex-wrap items-center gap-2 rounded-xl border border-line bg-surface-raised p-3"
    >
      <p aria-live="polite" className="me-auto basis-full text-sm text-ink sm:min-w-40 sm:flex-1 sm:basis-0">
        {count === 0 ? (
          <span className="text-ink-muted">{t('bar.hint')}</span>
        ) : count === 1 ? (
          selection
        ) : (
          t('bar.selected', { count })
        )}
        {isSaving && <span className="ms-2 text-ink-muted">{t('bar.saving')}</span>}
      </p>
      {attendanceStatuses.map((status) => (
        <Button
          key={status}
          size="sm"
          variant="secondary"
          disabled={count === 0}
          aria-keyshortcuts={t(`letter.${status}`)}
          onClick={() => onMark(status)}
        >
          {t(`status.${status}`)}
        </Button>
      ))}
      <Button size="sm" variant="ghost" disabled={count === 0} onClick={() => onMark(null)}>
        {t('bar.back')}
      </Button>
      <Button size="sm" variant="ghost" disabled={count !== 1} onClick={onOpen}>
        {t('bar.open')}
      </Button>
      <TextInput
        aria-label={t('bar.reason')}
        placeholder={t('bar.reason')}
        maxLength={REASON_MAX}
        value={reason}
        className="w-full"
        onChange={({ target }) => onReason(target.value)}
      />
    </div>
  )
}
