import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import type { MarkConflict, Sheet, WantedMark } from '#contract/attendance/sheets.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { sheetKeys, sheetQuery, useSaveMarks } from '../api/sheets.queries.ts'
import { wantedMarks, withMarks, type Cell } from '../model/sheet-marks.ts'

interface Conflicts {
  readonly list: readonly MarkConflict[]
  readonly reason: string
}
interface Unsaved {
  readonly marks: WantedMark[]
  readonly reason: string
}

/** Marks at once and saves behind it; what could not be saved stays until it is. */
export const useMarking = (sheet: Sheet) => {
  const { t } = useTranslation('attendance/admin')
  const client = useQueryClient()
  const notify = useNotify()
  const classes = sheet.course?.id ?? 'none'
  const { mutate, isPending } = useSaveMarks(classes)
  const [conflicts, setConflicts] = useState<Conflicts | null>(null)
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null)
  useEffect(() => (unsaved ? registerBusy('attendance-marks') : undefined), [unsaved])
  const { queryKey } = sheetQuery(classes)

  const save = (marks: WantedMark[], reason: string) => {
    if (marks.length === 0) return
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (before) => before && withMarks(before, marks))
    mutate(
      { marks, reason },
      {
        onSuccess: (result) => {
          setUnsaved(null)
          if (result.conflicts.length > 0) setConflicts({ list: result.conflicts, reason })
          void client.invalidateQueries({ queryKey: sheetKeys.all })
        },
        onError: (error) => {
          // The marks stay on the screen and here, for another try.
          setUnsaved((before) => ({ marks: [...(before?.marks ?? []), ...marks], reason }))
          notify({ kind: 'error', title: errorText(error, t('bar.failed')) })
        },
      },
    )
  }
  return {
    isSaving: isPending,
    unsaved,
    conflicts: conflicts?.list ?? null,
    mark: (cells: readonly Cell[], status: AttendanceStatus | null, reason: string) =>
      save(wantedMarks(sheet, cells, status), reason),
    retry: () => unsaved && save(unsaved.marks, unsaved.reason),
    keepTheirs: () => setConflicts(null),
    useMine: () => {
      if (!conflicts) return
      setConflicts(null)
      save(
        conflicts.list.map(({ session_id, user_id, wanted, now }) => ({
          session_id,
          user_id,
          status: wanted,
          was: now,
        })),
        conflicts.reason,
      )
    },
  }
}
