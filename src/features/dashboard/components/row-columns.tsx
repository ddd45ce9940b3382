import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { courseKinds, type DashboardRow, type RowKind } from '#contract/dashboard/rows.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatDuration, formatMoney, formatPercent } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import type { Column } from '#src/shared/ui/content/RowTable.tsx'
import { PersonLink } from './PersonLink.tsx'

/** Which columns a kind has beside the name. */
type ColumnName = 'title' | 'at' | 'seconds' | 'percent' | 'status' | 'amount'
const COLUMNS: Readonly<Partial<Record<RowKind, readonly ColumnName[]>>> = {
  active: ['seconds'],
  joined: ['at'],
  enrolled: ['title', 'at'],
  completed: ['title', 'at'],
  submitted: ['title', 'at', 'percent'],
  attendance: ['title', 'at', 'status'],
  revenue: ['title', 'at', 'amount'],
}
const OF_COURSE: readonly ColumnName[] = ['title', 'at', 'percent']

/** The columns of a kind of rows. */
export const useRowColumns = (kind: RowKind): Column<DashboardRow>[] => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  return useMemo(() => {
    const isOfCourse = courseKinds.some((each) => each === kind)
    const titles: Readonly<Record<ColumnName, string>> = {
      title: isOfCourse
        ? t('rows.lastLesson')
        : kind === 'submitted'
          ? t('rows.assessment')
          : kind === 'attendance'
            ? t('rows.class')
            : t('rows.course'),
      at: isOfCourse && kind !== 'arrived' ? t('rows.lastActivity') : t('rows.when'),
      seconds: t('tiles.study'),
      percent: isOfCourse ? t('rows.progress') : t('rows.result'),
      status: t('rows.status'),
      amount: t('rows.amount'),
    }
    const cells: Readonly<Record<ColumnName, Column<DashboardRow>['cell']>> = {
      title: ({ title }) => (title === null ? '–' : <bdi>{title}</bdi>),
      at: ({ at }) => (at === null ? '–' : formatDate(at, language, { time: true })),
      seconds: ({ seconds }) => formatDuration((seconds ?? 0) / 60, language),
      percent: (row) => <Result row={row} />,
      status: ({ status }) =>
        status && (
          <Badge tone={status === 'absent' ? 'warning' : 'success'}>{t(`rows.statuses.${status}`)}</Badge>
        ),
      amount: ({ amount_minor: minor, currency }) =>
        minor === null || currency === null ? '–' : <bdi>{formatMoney(minor, currency, language)}</bdi>,
    }
    return [
      {
        key: 'name',
        title: t('rows.name'),
        names: true,
        cell: ({ person }) =>
          person ? (
            <span className="flex min-h-11 flex-col justify-center">
              <span>
                <PersonLink person={person} />
              </span>
              {person.email !== null && <bdi className="text-ink-muted wrap-anywhere">{person.email}</bdi>}
            </span>
          ) : (
            t('rows.nobody')
          ),
      },
      ...(isOfCourse ? OF_COURSE : (COLUMNS[kind] ?? [])).map((name) => ({
        key: name,
        title: titles[name],
        cell: cells[name],
      })),
    ]
  }, [t, language, kind])
}

const Result = ({ row: { percent, is_passed: isPassed } }: { row: DashboardRow }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  return (
    <span className="inline-flex items-center gap-2">
      {percent === null ? '–' : formatPercent(percent / 100, language)}
      {isPassed !== null && (
        <Badge tone={isPassed ? 'success' : 'neutral'}>{t(isPassed ? 'rows.passed' : 'rows.failedIt')}</Badge>
      )}
    </span>
  )
}
