import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StudentRow } from '#contract/students/students.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { SelectAll, SelectRow } from '#src/core/lists/BulkSelect.tsx'
import type { Selection } from '#src/core/lists/use-selection.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { studentLink } from '../model/filters.ts'

type Props = { rows: readonly StudentRow[]; selection: Selection }

export const StudentTable = ({ rows, selection }: Props) => {
  const { t } = useTranslation('students')
  const columns = useColumns(selection)
  return (
    <div className="flex flex-col gap-2">
      <SelectAll selection={selection} label={t('selectAll')} />
      <RowTable label={t('title')} columns={columns} rows={rows} keyOf={({ id }) => id} />
    </div>
  )
}

const useColumns = (selection: Selection): Column<StudentRow>[] => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('row.name'),
        names: true,
        cell: (row) => <Person row={row} selection={selection} />,
      },
      {
        key: 'courses',
        title: t('row.courses'),
        cell: (row) => (
          <span className="tabular-nums">
            {t('row.coursesDone', {
              done: formatNumber(row.courses_done, language),
              all: formatNumber(row.courses, language),
            })}
          </span>
        ),
      },
      {
        key: 'active',
        title: t('row.active'),
        cell: (row) =>
          row.last_active_on === null ? (
            <span className="text-ink-muted">{t('row.never')}</span>
          ) : (
            formatDate(row.last_active_on, language)
          ),
      },
      {
        key: 'groups',
        title: t('row.groups'),
        wide: true,
        cell: (row) =>
          row.groups.length === 0 ? (
            <span className="text-ink-muted">–</span>
          ) : (
            <span className="flex flex-wrap gap-1">
              {row.groups.map(({ id, name }) => (
                <Badge key={id}>
                  <bdi>{name}</bdi>
                </Badge>
              ))}
            </span>
          ),
      },
      { key: 'joined', title: t('row.joined'), cell: (row) => formatDate(row.joined_at, language) },
    ],
    [t, language, selection],
  )
}

const Person = ({ row, selection }: { row: StudentRow; selection: Selection }) => {
  const { t } = useTranslation('students')
  return (
    <span className="flex min-h-11 items-center gap-3">
      <SelectRow selection={selection} id={row.id} label={t('select', { name: row.name })} />
      <Avatar name={row.name} src={row.picture} size={40} />
      <span className="min-w-0">
        <Link
          to={studentLink(row.id)}
          className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
        >
          <bdi>{row.name}</bdi>
        </Link>
        {row.email !== null && <bdi className="block text-ink-muted wrap-anywhere">{row.email}</bdi>}
        {row.is_disabled && <Badge tone="warning">{t('state.disabled')}</Badge>}
      </span>
    </span>
  )
}
