import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegistrationRow } from '#contract/workshops/registrations.ts'
import type { RegistrationStatus } from '#contract/workshops/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { SelectAll, SelectRow } from '#src/core/lists/BulkSelect.tsx'
import type { Selection } from '#src/core/lists/use-selection.ts'

const TONES = {
  registered: 'info',
  waiting: 'warning',
  offered: 'info',
  confirmed: 'success',
  attended: 'success',
  no_show: 'error',
  cancelled: 'neutral',
} as const satisfies Record<RegistrationStatus, string>

type Props = { rows: readonly RegistrationRow[]; selection: Selection }

export const RegistrationTable = ({ rows, selection }: Props) => {
  const { t } = useTranslation('workshops/admin')
  const columns = useColumns(selection)
  return (
    <div className="flex flex-col gap-2">
      <SelectAll selection={selection} label={t('rows.selectAll')} />
      <RowTable label={t('tabs.registrations')} columns={columns} rows={rows} keyOf={({ id }) => id} />
    </div>
  )
}

const useColumns = (selection: Selection): Column<RegistrationRow>[] => {
  const { t } = useTranslation('workshops/admin')
  const language = useLanguage()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('rows.name'),
        names: true,
        cell: (row) => <Person row={row} selection={selection} />,
      },
      { key: 'workshop', title: t('rows.workshop'), cell: (row) => <bdi>{row.workshop.title}</bdi> },
      {
        key: 'status',
        title: t('rows.status'),
        cell: (row) => (
          <span className="flex flex-col items-end gap-1 @3xl:items-start">
            <Badge tone={TONES[row.status]}>{t(`status.${row.status}`)}</Badge>
            {row.until && (
              <span className="text-xs text-ink-muted">
                {t('rows.until', { time: formatDate(row.until, language, { time: true }) })}
              </span>
            )}
          </span>
        ),
      },
      {
        key: 'at',
        title: t('rows.at'),
        cell: (row) => formatDate(row.created_at, language, { time: true }),
      },
      { key: 'answers', title: t('rows.answers'), cell: (row) => <Answers row={row} /> },
    ],
    [t, language, selection],
  )
}

const Person = ({ row, selection }: { row: RegistrationRow; selection: Selection }) => {
  const { t } = useTranslation('workshops/admin')
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <SelectRow selection={selection} id={row.id} label={t('rows.select', { name: row.name })} />
      <span className="min-w-0">
        <bdi className="block font-medium text-ink">{row.name}</bdi>
        {row.email !== null && <bdi className="block text-ink-muted wrap-anywhere">{row.email}</bdi>}
        {row.enrolled_in && (
          <span className="block text-xs text-success-text">
            {t('rows.enrolledIn', { course: row.enrolled_in.title })}
          </span>
        )}
      </span>
    </label>
  )
}

const Answers = ({ row }: { row: RegistrationRow }) => {
  const { t } = useTranslation('workshops/admin')
  const given = row.answers.filter(({ value, file }) => value !== null || file !== null)
  if (given.length === 0) return <span className="text-ink-muted">{t('rows.noAnswers')}</span>
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-primary-text hover:underline">
        {t('rows.showAnswers', { count: given.length })}
      </summary>
      <dl className="flex max-w-80 flex-col gap-2 pb-2">
        {given.map(({ label, value, file }, index) => (
          <div key={index}>
            <dt className="text-xs text-ink-muted">
              <bdi>{label}</bdi>
            </dt>
            <dd className="text-ink wrap-anywhere">
              {file ? (
                <a href={file.url} download={file.name} className="text-primary-text underline">
                  <bdi>{file.name}</bdi>
                </a>
              ) : (
                <bdi>{typeof value === 'boolean' ? t(value ? 'rows.yes' : 'rows.no') : value}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
