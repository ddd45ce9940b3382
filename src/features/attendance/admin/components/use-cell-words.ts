import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { attendanceStatuses, type AttendanceStatus } from '#contract/attendance/rules.ts'
import type { CellWords } from './GridRow.tsx'

/** The same object until the language changes, so that cells are not rendered again for it. */
export const useCellWords = (): CellWords => {
  const { t } = useTranslation('attendance/admin')
  return useMemo(() => {
    const each = (text: (status: AttendanceStatus) => string) =>
      Object.fromEntries(attendanceStatuses.map((status) => [status, text(status)])) as Record<
        AttendanceStatus,
        string
      >
    return {
      status: each((status) => t(`status.${status}`)),
      letter: each((status) => t(`letter.${status}`)),
      none: t('status.none'),
      manual: t('grid.manual'),
      disputed: t('grid.disputed'),
    }
  }, [t])
}
