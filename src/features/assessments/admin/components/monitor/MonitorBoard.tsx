import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Monitor } from '#contract/assessments/admin/results.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { cx } from '#src/shared/lib/cx.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { countViews, monitorViews, rowsOf, type MonitorRow, type MonitorView } from '../../model/monitor.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ExtraTimeDialog } from '../ExtraTimeDialog.tsx'
import { MonitorTable } from './MonitorTable.tsx'

type Props = {
  monitor: Monitor
  /** When the data arrived, by this device's clock. */
  readAt: number
}

/** Counts that also filter the list, a search and the list of learners. */
export const MonitorBoard = ({ monitor, readAt }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const [view, setView] = useState<MonitorView>('all')
  const [search, setSearch] = useState('')
  const [selectedRow, setSelectedRow] = useState<MonitorRow | null>(null)
  const rows = useMemo(() => rowsOf(monitor.rows, view, search), [monitor.rows, view, search])
  // Hundreds of rows: what was pressed or typed shows first, the rows follow.
  const shown = useDeferredValue(useMemo(() => ({ rows, readAt, monitor }), [rows, readAt, monitor]))
  return (
    <div className="flex flex-col gap-5">
      <ViewPicker counts={countViews(monitor.rows)} value={view} onChange={setView} />
      <Field label={t('filters.search')} className="max-w-sm">
        {(control) => (
          <TextInput
            {...control}
            type="search"
            maxLength={200}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      <ListStates
        rows={shown.rows}
        texts={{
          loading: t('live.loading'),
          failed: t('failed'),
          empty: { title: t('live.empty'), text: t('live.emptyHint') },
          none: t('live.none'),
        }}
        isNarrowed={view !== 'all' || search.trim() !== ''}
        onClear={() => {
          setView('all')
          setSearch('')
        }}
      >
        {(visibleRows) => (
          <MonitorTable
            rows={visibleRows}
            readAt={shown.readAt}
            serverTime={Date.parse(shown.monitor.server_time)}
            onExtraTime={setSelectedRow}
          />
        )}
      </ListStates>
      {selectedRow && (
        <ExtraTimeDialog
          attemptId={selectedRow.attempt_id}
          name={selectedRow.learner.name}
          onClose={() => setSelectedRow(null)}
        />
      )}
    </div>
  )
}

type PickerProps = {
  counts: Record<MonitorView, number>
  value: MonitorView
  onChange: (view: MonitorView) => void
}

const ViewPicker = ({ counts, value, onChange }: PickerProps) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number } = useLocalized()
  return (
    <fieldset>
      <legend className="sr-only">{t('live.show')}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {monitorViews.map((view) => (
          <label
            key={view}
            className={cx(
              'card flex cursor-pointer flex-col p-3 outline-focus has-focus-visible:outline-2 sm:p-4',
              view === value ? 'border-primary' : 'hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name="monitor-view"
              value={view}
              checked={view === value}
              className="sr-only"
              onChange={() => onChange(view)}
            />
            <span className="text-2xl font-bold tabular-nums text-ink">{number(counts[view])}</span>{' '}
            <span
              className={cx('text-sm', view === value ? 'font-semibold text-primary-text' : 'text-ink-muted')}
            >
              {t(`live.view.${view}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
