import type { Monitor } from '#contract/assessments/admin/results.ts'

export type MonitorRow = Monitor['rows'][number]

export const monitorViews = ['all', 'in', 'offline', 'flagged', 'finished'] as const
export type MonitorView = (typeof monitorViews)[number]

export const isOffline = (row: MonitorRow): boolean => row.state === 'open' && row.offline_since !== null

const matchesView: Record<MonitorView, (row: MonitorRow) => boolean> = {
  all: () => true,
  in: (row) => row.state === 'open',
  offline: isOffline,
  flagged: (row) => row.flagged,
  finished: (row) => row.state === 'submitted',
}

export const countViews = (rows: readonly MonitorRow[]): Record<MonitorView, number> => ({
  all: rows.length,
  in: rows.filter(matchesView.in).length,
  offline: rows.filter(matchesView.offline).length,
  flagged: rows.filter(matchesView.flagged).length,
  finished: rows.filter(matchesView.finished).length,
})

const normalize = (text: string) => text.normalize('NFKD').toLocaleLowerCase()

/**
 * Filters the rows and sorts them by start time. A refresh changes a row's content but never its position,
 * and new attempts are added at the end.
 */
export const rowsOf = (rows: readonly MonitorRow[], view: MonitorView, search: string): MonitorRow[] => {
  const query = normalize(search.trim())
  return rows
    .filter(matchesView[view])
    .filter(
      ({ learner }) => query === '' || normalize(`${learner.name} ${learner.email ?? ''}`).includes(query),
    )
    .toSorted(
      (a, b) => Date.parse(a.started_at) - Date.parse(b.started_at) || (a.attempt_id < b.attempt_id ? -1 : 1),
    )
}
