import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ClassesOf, Sheet } from '#contract/attendance/sheets.ts'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { exportOf, sheetQuery } from '../api/sheets.queries.ts'
import { cellsOf, type Area, type Cell } from '../model/sheet-marks.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { MarkBar } from './MarkBar.tsx'
import { MarkPanel } from './MarkPanel.tsx'
import { SheetGrid } from './SheetGrid.tsx'
import { useMarking } from './use-marking.ts'

/** The sheet of one course, or of the classes without one. */
export const SheetView = ({ courseId }: { courseId: ClassesOf }) => {
  const { t } = useTranslation('attendance/admin')
  const query = useQuery(sheetQuery(courseId))
  const sheet = query.data
  const isEmpty = sheet !== undefined && (sheet.sessions.length === 0 || sheet.rows.length === 0)
  return (
    <>
      <PageHeader
        title={sheet ? <bdi>{sheet.course?.title ?? t('classes.noCourse')}</bdi> : t('title')}
        above={<BackLink to={adminPaths.attendance}>{t('toClasses')}</BackLink>}
        actions={sheet && !isEmpty && <SheetActions sheet={sheet} />}
      />
      <ListStates
        rows={sheet && (isEmpty ? [] : [sheet])}
        query={query}
        texts={{
          loading: t('grid.loading'),
          failed: t('grid.failed'),
          empty: { title: t('grid.empty'), text: t('grid.emptyText') },
        }}
        skeleton={{ rows: 8, className: 'h-11' }}
      >
        {([found]) => found && <Marking sheet={found} />}
      </ListStates>
    </>
  )
}

const SheetActions = ({ sheet }: { sheet: Sheet }) => {
  const { t } = useTranslation('attendance/admin')
  const open = sheet.sessions.find((session) => session.can_check_in)
  return (
    <>
      <ExportButton
        exportFile={() => exportOf(sheet.course?.id ?? 'none')}
        texts={{
          button: t('export.button'),
          failed: t('export.failed'),
          done: (rows) => t('export.done', { count: rows }),
        }}
      />
      {open && (
        <Link to={adminPaths.checkIn(open.id)} className={buttonClass()}>
          {t('screen.open')}
        </Link>
      )}
    </>
  )
}

const Marking = ({ sheet }: { sheet: Sheet }) => {
  const { t } = useTranslation('attendance/admin')
  const [area, setArea] = useState<Area | null>(null)
  const [opened, setOpened] = useState<Cell | null>(null)
  const [reason, setReason] = useState('')
  const marking = useMarking(sheet)
  const cells = area ? cellsOf(area) : []
  const mark = (status: AttendanceStatus | null) => marking.mark(cells, status, reason.trim())
  return (
    <div className="flex flex-col gap-3">
      {marking.unsaved && (
        <Alert
          kind="error"
          title={t('bar.failed')}
          action={
            <Button size="sm" variant="secondary" onClick={marking.retry}>
              {t('bar.retry')}
            </Button>
          }
        >
          {t('bar.unsaved', { count: marking.unsaved.marks.length })}
        </Alert>
      )}
      <MarkBar
        count={cells.length}
        selection={useSelectionText(sheet, area)}
        reason={reason}
        isSaving={marking.isSaving}
        onReason={setReason}
        onMark={mark}
        onOpen={() => area && setOpened(area.focus)}
      />
      <SheetGrid sheet={sheet} area={area} onArea={setArea} onMark={mark} onOpen={setOpened} />
      <p className="text-sm text-ink-muted">{t('grid.keys')}</p>
      <OpenedMark sheet={sheet} cell={opened} onClose={() => setOpened(null)} />
      {marking.conflicts && (
        <ConflictDialog
          sheet={sheet}
          conflicts={marking.conflicts}
          onKeepTheirs={marking.keepTheirs}
          onUseMine={marking.useMine}
        />
      )}
    </div>
  )
}

/** "Asha Verma · 12 Nov 2026". */
const useSelectionText = (sheet: Sheet, area: Area | null): string => {
  const language = useLanguage()
  if (!area) return ''
  const [row, session] = [sheet.rows[area.focus.row], sheet.sessions[area.focus.column]]
  if (!row || !session) return ''
  const day = formatDate(session.starts_at, language, { timeZone: sheet.time_zone })
  return `${isolated(row.name)} · ${day}`
}

const OpenedMark = ({ sheet, cell, onClose }: { sheet: Sheet; cell: Cell | null; onClose: () => void }) => {
  const [row, session] = cell ? [sheet.rows[cell.row], sheet.sessions[cell.column]] : []
  if (!row || !session) return null
  return <MarkPanel sessionId={session.id} userId={row.user_id} name={row.name} onClose={onClose} />
}
