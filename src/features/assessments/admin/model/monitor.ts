import type { Monitor } from '#contract/assessments/admin/results.ts'

export type MonitorRow = Monitor['rows'][number]

/** What can be looked at. */
export const monitorViews = ['all', 'in', 'offline', 'flagged', 'finished'] as const
export type MonitorView = (typeof monitorViews)[number]

export const isOffline = (row: MonitorRow): boolean => row.state === 'open' && row.offline_since !== null

const fits: Record<MonitorView, (row: MonitorRow) => boolean> = {
  all: () => true,
  in: (row) => row.state === 'open',
  offline: isOffline,
  flagged: (row) => row.flagged,
  finished: (row) => row.state === 'submitted',
}

export const countViews = (rows: readonly MonitorRow[]): Record<MonitorView, number> => ({
  all: rows.length,
  in: rows.filter(fits.in).length,
  offline: rows.filter(fits.offline).length,
  flagged: rows.filter(fits.flagged).length,
  finished: rows.filter(fits.finished).length,
})

const folded = (text: string) => text.normalize('NFKD').toLocaleLowerCase()

/**
 * The rows of a view in the order in which they began: a refresh changes what stands in a line, never where it stands,
 * and whoever comes later is added at the end.
 */
export const rowsOf = (rows: readonly MonitorRow[], view: MonitorView, search: string): MonitorRow[] => {
  const wanted = folded(search.trim())
  return rows
    .filter(fits[view])
    .filter(({ learner }) => wanted === '' || folded(`${learner.name} ${learner.email}`).includes(wanted))
    .toSorted(
      (a, b) => Date.parse(a.started_at) - Date.parse(b.started_at) || (a.attempt_id < b.attempt_id ? -1 : 1),
    )
}
