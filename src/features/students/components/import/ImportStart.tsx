import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { IMPORT_FILE_MAX_BYTES, IMPORT_ROWS_MAX, type ImportFileIssue } from '#contract/students/imports.ts'
import { cutStart } from '#contract/text/truncate.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { ChooseFile } from '#src/shared/ui/forms/ChooseFile.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { importKeys, IMPORTS_PER_PAGE, importsQuery, upload } from '../../api/imports.queries.ts'
import { importLink, isTooLarge } from '../../model/import.ts'

/** Column names are English in every language; other names are recognised as well. */
const EXAMPLE = 'Name,E-mail,Phone,Language,Courses\r\nAsha Rao,asha@example.com,+91 98765 43210,Hindi,\r\n'
const FILES = listSchema({})
const MEGABYTE = 1024 ** 2

/** A file to import, and the imports of the last 30 days. */
export const ImportStart = () => {
  const { t } = useTranslation('students/import')
  const language = useLanguage()
  const { read, isPending, problem } = useUpload()
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.students}>{t('back')}</BackLink>}
        title={t('title')}
        text={t('intro', { max: formatNumber(IMPORT_ROWS_MAX, language) })}
      />
      <div className="flex flex-col gap-8">
        <div className="flex max-w-reading flex-col gap-4">
          {problem && <Alert kind="error">{problem}</Alert>}
          {isPending ? (
            <p
              role="status"
              aria-busy="true"
              className="rounded-lg border border-line px-4 py-8 text-center text-ink"
            >
              {t('file.reading')}
            </p>
          ) : (
            <ChooseFile
              accept=".csv,.tsv,.txt,text/csv"
              label={t('file.choose')}
              hint={t('file.hint')}
              onFile={read}
            />
          )}
          <Button
            variant="ghost"
            className="self-start"
            onClick={() => saveFile('people-example.csv', EXAMPLE, 'text/csv')}
          >
            {t('file.example')}
          </Button>
        </div>
        <Earlier />
      </div>
    </>
  )
}

const useUpload = () => {
  const { t } = useTranslation('students/import')
  const language = useLanguage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [issue, setIssue] = useState<{ code: ImportFileIssue; detail: number | null } | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (file: File) =>
      upload({
        idempotency_key: crypto.randomUUID(),
        file_name: cutStart(file.name, 255),
        data: await toBase64(file),
      }),
    onSuccess: (answer) => {
      setIssue(answer.issue)
      if (!answer.import) return
      queries.setQueryData(importKeys.one(answer.import.id), answer.import)
      void navigate(importLink(answer.import.id))
    },
  })
  const read = (file: File) => {
    setIssue(null)
    reset()
    if (isTooLarge(file)) setIssue({ code: 'file_too_large', detail: null })
    else mutate(file)
  }
  const numbers = {
    max: formatNumber(IMPORT_ROWS_MAX, language),
    megabytes: formatNumber(IMPORT_FILE_MAX_BYTES / MEGABYTE, language),
    found: formatNumber(issue?.detail ?? 0, language),
  }
  const problem = issue
    ? t(
        issue.code === 'file_broken' && issue.detail !== null ? 'file.brokenAt' : `file.${issue.code}`,
        numbers,
      )
    : error && errorText(error, t('file.failed'))
  return { read, isPending, problem }
}

const Earlier = () => {
  const { t } = useTranslation('students/import')
  const language = useLanguage()
  const list = useListFilters(FILES)
  const imports = useQuery(importsQuery(list.filters.page))
  return (
    <section aria-labelledby="earlier-imports" className="flex flex-col gap-3">
      <h2 id="earlier-imports" className="text-lg font-semibold text-ink">
        {t('earlier.title')}
      </h2>
      <ListShell
        list={list}
        query={imports}
        page={imports.data}
        perPage={IMPORTS_PER_PAGE}
        texts={{
          loading: t('earlier.loading'),
          failed: t('earlier.failed'),
          empty: { title: t('earlier.empty') },
        }}
        skeleton={{ rows: 3, className: 'h-16' }}
      >
        {(rows) => (
          <Card>
            <ul className="-my-3 divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
                  <div className="min-w-0">
                    <Link
                      to={importLink(row.id)}
                      className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
                    >
                      <bdi className="wrap-anywhere">{row.file_name}</bdi>
                    </Link>
                    <p className="text-sm text-ink-muted">
                      {formatDate(row.made_at, language, { time: true })}
                      {row.made_by !== null && (
                        <>
                          {' · '}
                          <bdi>{row.made_by}</bdi>
                        </>
                      )}
                      {' · '}
                      {t('rowCount', { count: row.total })}
                    </p>
                  </div>
                  <Badge
                    tone={row.state === 'done' ? 'success' : row.state === 'failed' ? 'error' : 'neutral'}
                  >
                    {t(`state.${row.state}`)}
                  </Badge>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </ListShell>
    </section>
  )
}
