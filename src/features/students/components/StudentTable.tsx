import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { languageInfo } from '#contract/languages.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { SelectAll, SelectRow } from '#src/core/lists/BulkSelect.tsx'
import type { Selection } from '#src/core/lists/use-selection.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { studentLink, type StudentColumn } from '../model/filters.ts'
import { onRowKey, ROW_LINK } from './row-keys.ts'

type Props = { rows: readonly StudentRow[]; columns: readonly StudentColumn[]; selection: Selection }

export const StudentTable = ({ rows, columns, selection }: Props) => {
  const { t } = useTranslation('students')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the links inside; each works without them
    <div className="flex flex-col gap-2" onKeyDown={onRowKey(selection.toggle)}>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <SelectAll selection={selection} label={t('selectAll')} />
        <p className="text-sm text-ink-muted max-md:hidden">{t('keys')}</p>
      </div>
      <RowTable
        label={t('title')}
        columns={useColumns(columns, selection)}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

const useColumns = (shown: readonly StudentColumn[], selection: Selection): Column<StudentRow>[] => {
  const { t } = useTranslation('students')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('row.name'),
        names: true,
        cell: (row) => <Person row={row} selection={selection} />,
      },
      ...shown.map((column) => ({
        key: column,
        title: t(`row.${column}`),
        wide: column === 'groups',
        cell: (row: StudentRow) => (isEmpty(row, column) ? null : <Cell row={row} column={column} />),
      })),
    ],
    [t, shown, selection],
  )
}

const isEmpty = (row: StudentRow, column: StudentColumn): boolean =>
  (column === 'groups' && row.groups.length === 0) || (column === 'phone' && row.phone === null)

const Cell = ({ row, column }: { row: StudentRow; column: StudentColumn }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  switch (column) {
    case 'courses':
      return t('row.coursesDone', {
        done: formatNumber(row.courses_done, language),
        all: formatNumber(row.courses, language),
      })
    case 'active':
      return row.last_active_on === null ? (
        <Muted text={t('row.never')} />
      ) : (
        formatDate(row.last_active_on, language)
      )
    case 'groups':
      return (
        <span className="flex flex-wrap gap-1">
          {row.groups.map(({ id, name }) => (
            <Badge key={id}>
              <bdi>{name}</bdi>
            </Badge>
          ))}
        </span>
      )
    case 'joined':
      return formatDate(row.joined_at, language)
    case 'phone':
      return <bdi dir="ltr">{row.phone}</bdi>
    case 'language':
      return languageInfo(row.language).name
    case 'role':
      return t(`roles.${row.role}`)
  }
}

const Muted = ({ text }: { text: string }) => <span className="text-ink-muted">{text}</span>

const Person = ({ row, selection }: { row: StudentRow; selection: Selection }) => {
  const { t } = useTranslation('students')
  return (
    <span className="flex min-h-11 items-center gap-3">
      <SelectRow selection={selection} id={row.id} label={t('select', { name: row.name })} />
      <Avatar name={row.name} src={row.picture} size={40} />
      <span className="min-w-0">
        <Link
          to={studentLink(row.id)}
          {...{ [ROW_LINK]: row.id }}
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
