import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isLanguage, languageInfo } from '#contract/languages.ts'
import type { ImportRow, StudentImport } from '#contract/students/imports.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { IMPORT_ROWS_PER_PAGE, importRowsQuery } from '../../api/imports.queries.ts'
import { studentLink } from '../../model/filters.ts'
import { tallies, type RowChoice } from '../../model/import.ts'

/** The rows under one number, with the difference cell by cell. */
export const ImportRows = ({ file }: { file: StudentImport }) => {
  const { t } = useTranslation('students/import')
  const counted = tallies(file)
  const [first] = counted.filter(({ count }) => count > 0)
  const [chosen, setChosen] = useState<{ key: string; page: number } | null>(null)
  const key = chosen?.key ?? first?.key
  const page = chosen?.page ?? 1
  const choice: RowChoice = counted.find((each) => each.key === key)?.choice ?? {}
  const rows = useQuery(importRowsQuery(file.id, file.state, choice, page))
  return (
    <section aria-label={t('rows.label')} className="flex flex-col gap-4">
      <Tallies file={file} value={key} onChange={(next) => setChosen({ key: next, page: 1 })} />
      <ListStates
        rows={rows.data?.results}
        query={rows}
        texts={{ loading: t('rows.loading'), failed: t('rows.failed'), empty: { title: t('rows.empty') } }}
        skeleton={{ rows: 5, className: 'h-20' }}
      >
        {(shown) => (
          <Card>
            <ol className="-my-4 divide-y divide-line">
              {shown.map((row) => (
                <Row key={row.row} row={row} />
              ))}
            </ol>
          </Card>
        )}
      </ListStates>
      <Pagination
        page={page}
        pages={Math.ceil((rows.data?.count ?? 0) / IMPORT_ROWS_PER_PAGE)}
        texts={{
          label: t('rows.pages'),
          previous: t('rows.previous'),
          next: t('rows.next'),
          page: (number) => t('rows.page', { number }),
        }}
        onPage={(number) => key !== undefined && setChosen({ key, page: number })}
      />
    </section>
  )
}

type TalliesProps = { file: StudentImport; value: string | undefined; onChange: (key: string) => void }

const Tallies = ({ file, value, onChange }: TalliesProps) => {
  const { t } = useTranslation('students/import')
  const language = useLanguage()
  return (
    <div role="group" aria-label={t('rows.filter')} className="flex flex-wrap gap-2">
      {tallies(file).map(({ key, count }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          disabled={count === 0}
          className="flex min-h-11 items-center gap-2 rounded-lg border border-line-strong px-4 text-sm text-ink hover:bg-surface-sunken disabled:opacity-55 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
          onClick={() => onChange(key)}
        >
          <span className="font-semibold tabular-nums">{formatNumber(count, language)}</span>{' '}
          {t(`tally.${key}`)}
        </button>
      ))}
    </div>
  )
}

const TONES = { new: 'success', changed: 'info', same: 'neutral', wrong: 'error' } as const

const Row = ({ row }: { row: ImportRow }) => {
  const { t } = useTranslation('students/import')
  const title = row.name ?? row.email ?? t('rows.nameless')
  return (
    <li className="flex flex-col gap-2 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm text-ink-muted tabular-nums">{t('rows.row', { number: row.row })}</span>
        {row.user_id === null ? (
          <bdi className="font-medium text-ink wrap-anywhere">{title}</bdi>
        ) : (
          <Link to={studentLink(row.user_id)} className="font-medium text-primary-text hover:underline">
            <bdi className="wrap-anywhere">{title}</bdi>
          </Link>
        )}
        {row.name !== null && row.email !== null && (
          <bdi className="text-sm text-ink-muted wrap-anywhere">{row.email}</bdi>
        )}
        <Badge tone={row.undo ? 'neutral' : row.result === 'refused' ? 'error' : TONES[row.state]}>
          {t(row.undo ? `tally.${row.undo}` : row.result ? `tally.${row.result}` : `tally.${row.state}`)}
        </Badge>
      </p>
      {row.problems.length > 0 && (
        <ul className="text-sm text-error-text">
          {row.problems.map(({ code, value }) => (
            <li key={`${code}-${value}`}>
              {t(`problem.${code}`)} {value !== null && <bdi className="wrap-anywhere text-ink">{value}</bdi>}
            </li>
          ))}
        </ul>
      )}
      {row.changes.length > 0 && <Changes row={row} />}
    </li>
  )
}

const Changes = ({ row }: { row: ImportRow }) => {
  const { t } = useTranslation('students/import')
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {row.changes
        .filter(({ field }) => row.state !== 'new' || (field !== 'name' && field !== 'email'))
        .map(({ field, from, to }) => (
          <div key={`${field}-${to}`} className="flex min-w-0 flex-wrap gap-x-2">
            <dt className="text-ink-muted">{t(`field.${field}`)}</dt>
            <dd className="flex min-w-0 flex-wrap gap-x-2 text-ink">
              {from !== null && (
                <>
                  <span className="sr-only">{t('rows.from')}</span>
                  <del className="text-ink-muted">
                    <Value field={field} text={from} />
                  </del>
                </>
              )}
              <span className="sr-only">{t('rows.to')}</span>
              <ins className="font-medium no-underline">
                <Value field={field} text={to} />
              </ins>
            </dd>
          </div>
        ))}
    </dl>
  )
}

const Value = ({ field, text }: { field: string; text: string }) => (
  <bdi className="wrap-anywhere" {...(field === 'phone' && { dir: 'ltr' })}>
    {field === 'language' && isLanguage(text) ? languageInfo(text).name : text}
  </bdi>
)
